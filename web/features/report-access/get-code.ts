import { ApiError } from '../../app/data/api-error.ts';

/** The request id of an error, for the copy button of its toast. */
export const getCode = (error: unknown): { code?: string } =>
  error instanceof ApiError && error.requestId ? { code: error.requestId } : {};
