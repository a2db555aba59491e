/** Days without an answer after which deciders are reminded of a request, and after which it expires. */
export const reminderDays = [3, 10, 25] as const;
export const expiryDays = 30;
/** For how many days a refused user can't ask again. */
export const waitDays = 7;
