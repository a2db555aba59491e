// Apart from the contract, so that a page can use them without its schemas.
export const mailSorts = ['at', 'address'] as const;
