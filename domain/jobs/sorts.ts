// Apart from the contract, so that a page can use them without its schemas.
export const deadLetterSorts = ['at', 'kind'] as const;
