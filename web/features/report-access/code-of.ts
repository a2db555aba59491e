import { ApiError } from '../../app/api-error.ts';

/** The request id of a failure, for the copy button of its notice. */
export const codeOf = (error: unknown): { code?: string } =>
  error instanceof ApiError && error.requestId ? { code: error.requestId } : {};
