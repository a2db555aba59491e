import { ApiError } from './api-error.ts';
import { errorText } from './notify.ts';

type Asked = { error: unknown; data: unknown; refetch: () => unknown };

/** What a list shows in place of its rows when it could not be read; null while it has rows to show, even old ones. */
export const listFailure = ({ error, data, refetch }: Asked) =>
  error && !data
    ? { text: errorText(error), requestId: error instanceof ApiError ? error.requestId : null, onRetry: () => void refetch() }
    : null;
