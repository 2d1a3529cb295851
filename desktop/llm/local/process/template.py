"""Chat templates of our own, for models whose built-in one breaks tool calls."""

from __future__ import annotations

# Qwen2.5-Coder was trained on ChatML and writes a call between <tools> and </tools>, but its own template lists the
# tools between these very marks and asks for <tool_call>. So here the list stands between <functions> marks, and a
# call is asked for, and echoed, as the model writes it, with one pair of braces (its own has two, which a small model
# copies). Measured with the 0.5B, one tool offered in each of five steps: its own template 0 calls, this one 5. The
# two sentences about the marks are those of its training: asked for in other words it made 0 calls, too.
QWEN25_TOOLS = """\
{%- if messages[0]['role'] == 'system' -%}
    {%- set told = messages[0]['content'] -%}
    {%- set turns = messages[1:] -%}
{%- else -%}
    {%- set told = 'You are a helpful assistant.' -%}
    {%- set turns = messages -%}
{%- endif -%}
{{- '<|im_start|>system\\n' + told -}}
{%- if tools -%}
    {{- '\\n\\n# Tools\\n\\nYou may call one function to assist with the user query.\\n\\n' -}}
    {{- 'You are provided with function signatures within <functions></functions> XML tags:\\n<functions>' -}}
    {%- for tool in tools -%}
        {{- '\\n' + (tool | tojson) -}}
    {%- endfor -%}
    {{- '\\n</functions>\\n\\nFor each function call, return a json object with function name and arguments' -}}
    {{- ' within <tools></tools> XML tags:\\n<tools>\\n' -}}
    {{- '{"name": <function-name>, "arguments": <args-json-object>}\\n</tools>' -}}
{%- endif -%}
{{- '<|im_end|>\\n' -}}
{%- for turn in turns -%}
    {%- if turn['role'] == 'tool' -%}
        {%- if loop.first or turns[loop.index0 - 1]['role'] != 'tool' -%}
            {{- '<|im_start|>user' -}}
        {%- endif -%}
        {{- '\\n<tool_response>\\n' + turn['content'] + '\\n</tool_response>' -}}
        {%- if loop.last or turns[loop.index0 + 1]['role'] != 'tool' -%}
            {{- '<|im_end|>\\n' -}}
        {%- endif -%}
    {%- else -%}
        {{- '<|im_start|>' + turn['role'] -}}
        {%- if turn['content'] -%}
            {{- '\\n' + turn['content'] -}}
        {%- endif -%}
        {%- for call in turn['tool_calls'] or [] -%}
            {%- set function = call['function'] -%}
            {{- '\\n<tools>\\n{"name": "' + function['name'] + '", "arguments": ' -}}
            {%- if function['arguments'] is string -%}
                {{- function['arguments'] -}}
            {%- else -%}
                {{- function['arguments'] | tojson -}}
            {%- endif -%}
            {{- '}\\n</tools>' -}}
        {%- endfor -%}
        {{- '<|im_end|>\\n' -}}
    {%- endif -%}
{%- endfor -%}
{%- if add_generation_prompt -%}
    {{- '<|im_start|>assistant\\n' -}}
{%- endif -%}
"""

TEMPLATES = {"qwen2.5-tools": QWEN25_TOOLS}
