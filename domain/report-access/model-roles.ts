/** A row-level security role of a model; `open` is one without a filter, which shows everything. */
export type ModelRole = { name: string; open: boolean };
