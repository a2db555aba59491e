import { errorText } from '../notices/notify.ts';
import { ApiError } from './api-error.ts';

type Asked = { error: unknown; data: unknown; refetch: () => unknown };

/** Shown in place of a list's rows when it could not be read; null while it has rows, even stale ones. */
export const listFailure = ({ error, data, refetch }: Asked) =>
  error && !data
    ? { text: errorText(error), requestId: error instanceof ApiError ? error.requestId : null, onRetry: () => void refetch() }
    : null;
