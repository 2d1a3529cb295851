"""Chat templates of our own, for models whose built-in one breaks tool calls."""

from __future__ import annotations

# Qwen2.5-Coder was trained on ChatML and writes a call between <tools> and </tools>, but its own template lists the
# tools between these very marks and tells it to write <tool_call>: of five tool steps none was a call, with this one
# five of five. So the list stands between <functions> marks here, and the call is asked for, and echoed, as the
# model writes it. The example has one pair of braces: the built-in template has two, and a small model copies both.
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
    {{- '\\n\\n# Tools\\n\\nYou call one function at a time. They are, as JSON:\\n<functions>' -}}
    {%- for tool in tools -%}
        {{- '\\n' + (tool | tojson) -}}
    {%- endfor -%}
    {{- '\\n</functions>\\n\\nTo call one, write its name and its arguments as one JSON object' -}}
    {{- ' between these marks:\\n' -}}
    {{- '<tools>\\n{"name": <function-name>, "arguments": <args-json-object>}\\n</tools>' -}}
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
