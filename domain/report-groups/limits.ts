// Apart from the contract, so that a page can use them without its schemas.
export const hues = 8;
export const maxNameLength = 80;
export const groupSorts = ['position', 'name', 'reports', 'created'] as const;
