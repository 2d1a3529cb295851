"""System call numbers the sandbox names, for the two Linux machines it knows.

Source: arch/x86/entry/syscalls/syscall_64.tbl and include/uapi/asm-generic/unistd.h of the Linux kernel.
"""

from __future__ import annotations

X86_64 = {
    "seccomp": 317,
    "socket": 41, "connect": 42, "accept": 43, "sendto": 44, "bind": 49, "listen": 50, "socketpair": 53, "accept4": 288,
    "ptrace": 101, "process_vm_readv": 310, "process_vm_writev": 311, "process_madvise": 440, "kcmp": 312,
    "pidfd_getfd": 438, "pidfd_send_signal": 424, "kill": 62, "tkill": 200, "tgkill": 234,
    "rt_sigqueueinfo": 129, "rt_tgsigqueueinfo": 297,
    "add_key": 248, "request_key": 249, "keyctl": 250,
    "mount": 165, "umount2": 166, "pivot_root": 155, "chroot": 161, "open_tree": 428, "move_mount": 429, "fsopen": 430,
    "fsconfig": 431, "fsmount": 432, "fspick": 433, "mount_setattr": 442, "swapon": 167, "swapoff": 168,
    "unshare": 272, "setns": 308, "setsid": 112, "setpgid": 109,
    "bpf": 321, "perf_event_open": 298, "userfaultfd": 323, "io_uring_setup": 425, "io_uring_enter": 426,
    "io_uring_register": 427, "init_module": 175, "finit_module": 313, "delete_module": 176, "kexec_load": 246,
    "kexec_file_load": 320, "reboot": 169, "acct": 163, "quotactl": 179, "syslog": 103, "settimeofday": 164,
    "clock_settime": 227, "sethostname": 170, "setdomainname": 171, "iopl": 172, "ioperm": 173,
    "name_to_handle_at": 303, "open_by_handle_at": 304, "fanotify_init": 300, "inotify_init": 253, "inotify_init1": 294,
    "shmget": 29, "shmat": 30, "semget": 64, "msgget": 68, "mq_open": 240, "mq_unlink": 241,
    "shmctl": 31, "semop": 65, "semctl": 66, "semtimedop": 220, "msgsnd": 69, "msgrcv": 70, "msgctl": 71,
    "memfd_create": 319, "memfd_secret": 447,
    "setxattr": 188, "lsetxattr": 189, "fsetxattr": 190, "removexattr": 197, "lremovexattr": 198, "fremovexattr": 199,
    "chmod": 90, "fchmod": 91, "chown": 92, "fchown": 93, "lchown": 94, "fchownat": 260, "fchmodat": 268,
    "fchmodat2": 452, "utime": 132, "utimes": 235, "futimesat": 261, "utimensat": 280,
    "clone": 56, "fork": 57, "vfork": 58, "clone3": 435, "execve": 59, "execveat": 322,
    "open": 2, "openat": 257, "openat2": 437, "truncate": 76,
    "prctl": 157, "ioctl": 16, "fcntl": 72, "prlimit64": 302, "sched_setaffinity": 203, "sched_setparam": 142,
    "sched_setscheduler": 144, "sched_setattr": 314, "setpriority": 141, "ioprio_set": 251, "migrate_pages": 256,
    "move_pages": 279, "process_mrelease": 448,
}  # fmt: skip

AARCH64 = {
    "seccomp": 277,
    "socket": 198, "connect": 203, "accept": 202, "sendto": 206, "bind": 200, "listen": 201, "socketpair": 199,
    "accept4": 242,
    "ptrace": 117, "process_vm_readv": 270, "process_vm_writev": 271, "process_madvise": 440, "kcmp": 272,
    "pidfd_getfd": 438, "pidfd_send_signal": 424, "kill": 129, "tkill": 130, "tgkill": 131,
    "rt_sigqueueinfo": 138, "rt_tgsigqueueinfo": 240,
    "add_key": 217, "request_key": 218, "keyctl": 219,
    "mount": 40, "umount2": 39, "pivot_root": 41, "chroot": 51, "open_tree": 428, "move_mount": 429, "fsopen": 430,
    "fsconfig": 431, "fsmount": 432, "fspick": 433, "mount_setattr": 442, "swapon": 224, "swapoff": 225,
    "unshare": 97, "setns": 268, "setsid": 157, "setpgid": 154,
    "bpf": 280, "perf_event_open": 241, "userfaultfd": 282, "io_uring_setup": 425, "io_uring_enter": 426,
    "io_uring_register": 427, "init_module": 105, "finit_module": 273, "delete_module": 106, "kexec_load": 104,
    "kexec_file_load": 294, "reboot": 142, "acct": 89, "quotactl": 60, "syslog": 116, "settimeofday": 170,
    "clock_settime": 112, "sethostname": 161, "setdomainname": 162,
    "name_to_handle_at": 264, "open_by_handle_at": 265, "fanotify_init": 262, "inotify_init1": 26,
    "shmget": 194, "shmat": 196, "semget": 190, "msgget": 186, "mq_open": 180, "mq_unlink": 181,
    "shmctl": 195, "semop": 193, "semctl": 191, "semtimedop": 192, "msgsnd": 189, "msgrcv": 188, "msgctl": 187,
    "memfd_create": 279, "memfd_secret": 447,
    "setxattr": 5, "lsetxattr": 6, "fsetxattr": 7, "removexattr": 14, "lremovexattr": 15, "fremovexattr": 16,
    "fchmod": 52, "fchmodat": 53, "fchownat": 54, "fchown": 55, "fchmodat2": 452, "utimensat": 88,
    "clone": 220, "clone3": 435, "execve": 221, "execveat": 281,
    "openat": 56, "openat2": 437, "truncate": 45,
    "prctl": 167, "ioctl": 29, "fcntl": 25, "prlimit64": 261, "sched_setaffinity": 122, "sched_setparam": 118,
    "sched_setscheduler": 119, "sched_setattr": 274, "setpriority": 140, "ioprio_set": 30, "migrate_pages": 238,
    "move_pages": 239, "process_mrelease": 448,
}  # fmt: skip

TABLES = {"x86_64": (0xC000003E, X86_64), "aarch64": (0xC00000B7, AARCH64)}  # AUDIT_ARCH_*, numbers

# Nothing a student's program needs; each is a way out, or a way to look or write outside.
REFUSED = (
    "socket", "connect", "accept", "accept4", "bind", "listen",
    "ptrace", "process_vm_readv", "process_vm_writev", "process_madvise", "kcmp", "pidfd_getfd", "pidfd_send_signal",
    "rt_sigqueueinfo", "rt_tgsigqueueinfo", "tkill", "add_key", "request_key", "keyctl",
    "mount", "umount2", "pivot_root", "chroot", "open_tree", "move_mount", "fsopen", "fsconfig", "fsmount", "fspick",
    "mount_setattr", "swapon", "swapoff", "unshare", "setns",
    "setsid", "setpgid",  # so that one killpg reaches every descendant at once
    "bpf", "perf_event_open", "userfaultfd", "io_uring_setup", "io_uring_enter", "io_uring_register",
    "init_module", "finit_module", "delete_module", "kexec_load", "kexec_file_load", "reboot", "acct", "quotactl",
    "syslog", "settimeofday", "clock_settime", "sethostname", "setdomainname", "iopl", "ioperm",
    "name_to_handle_at", "open_by_handle_at", "fanotify_init", "inotify_init", "inotify_init1",
    "shmget", "shmat", "semget", "msgget", "mq_open", "mq_unlink",
    "shmctl", "semop", "semctl", "semtimedop", "msgsnd", "msgrcv", "msgctl",  # a number that is guessed is enough
    "memfd_create", "memfd_secret",  # memory that no limit counts
    "setxattr", "lsetxattr", "fsetxattr", "removexattr", "lremovexattr", "fremovexattr",
    "sched_setparam", "sched_setscheduler", "sched_setattr", "setpriority", "ioprio_set",  # of other processes too
    "migrate_pages", "move_pages", "process_mrelease",
    "execve", "execveat",
)  # fmt: skip

# Landlock does not cover these, so they would reach any file of the user's. They answer "done" and do nothing:
# shutil.copy in the work directory calls chmod and utime, and must go on working.
PRETENDED = (
    "chmod", "fchmod", "fchmodat", "fchmodat2", "chown", "fchown", "lchown", "fchownat",
    "utime", "utimes", "futimesat", "utimensat",
)  # fmt: skip
