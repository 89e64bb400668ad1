"""The use cases: what the command line, the lab, reports and notebooks ask for, one function each.

Inputs are plain: players and evaluators as texts or objects. Whatever takes its time takes
`workers` (a number of processes, the address of a Dask cluster, or an executor), `progress` (a
function) and `stop` (an event that another thread sets), and gives a result that knows its JSON.
"""
