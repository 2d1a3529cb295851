"""Problems as folders of text: reading, checking by running, tests with fresh inputs."""
