import { AppError, type ErrorVars } from './catalogue.ts';

/** Refuses the content of a field, at that field: 422 with the field's name and the reason that its form words. */
export const invalidInput = (field: string, reason = 'invalid', more: ErrorVars = {}): AppError =>
  new AppError('invalid_input', { name: field, reason, ...more }, { field });
