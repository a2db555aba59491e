/** The columns by which tasks and runs may be sorted. Apart from the contracts, so that the browser loads the names alone. */
export const taskSorts = ['name', 'next', 'last', 'ends'] as const;
export const runSorts = ['due'] as const;
