/** A row-level security role of a model; `open` is one without a filter, through which everything is seen. */
export type ModelRole = { name: string; open: boolean };
