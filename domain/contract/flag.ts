// Apart from the other fields, so that the browser loads them without the contracts' library.

/** The wire's yes and no (Spec 3). */
export const flagValues = ['S', 'N'] as const;
export type Flag = (typeof flagValues)[number];
export const isOn = (value: Flag | undefined | null): boolean => value === 'S';
export const toFlag = (value: boolean): Flag => (value ? 'S' : 'N');
