// Apart from the contract, so that a page can use them without its schemas (BEHAVIOUR 10).
export const fieldTypes = ['text', 'number', 'date', 'list', 'multiple', 'single'] as const;
export type FieldType = (typeof fieldTypes)[number];
export const fieldOwners = ['user', 'report'] as const;
export type FieldOwner = (typeof fieldOwners)[number];

export const maxOwnFields = 50;
export const maxGlobalFields = 50;
export const maxLabelLength = 80;
export const maxHelpLength = 300;
export const maxTextLength = 500;
/** Options that can be chosen; retired ones come on top. */
export const maxOptions = 200;
export const maxKeptOptions = 600;
export const maxOptionLength = 100;
export const maxDecimals = 6;
export const maxPatternLength = 60;
export const undoDays = 30;

export const fieldActions = ['enable', 'disable', 'delete', 'restore'] as const;
export type FieldAction = (typeof fieldActions)[number];

export const keyPattern = /^cf_[a-z0-9_]{1,48}$/;
/** How many self-entered values are shown, and accepted, at once. */
export const maxReviewed = 100;
