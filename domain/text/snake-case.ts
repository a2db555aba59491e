/** `businessDay` → `business_day`: the name of a field as the database writes it. */
export const toSnakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
