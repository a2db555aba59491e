/** A GUID of the directory or the service: any version, any case, without braces. */
export const guidPattern = /^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$/;
export const isGuid = (text: string): boolean => guidPattern.test(text.trim());
