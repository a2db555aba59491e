import { ErrorState } from '../../ui/ErrorState.tsx';
import { errorText } from '../notices/notify.ts';
import { ApiError } from './api-error.ts';

/** Shown in a drawer whose data could not be read; without a retry button when the record does not exist. */
export function ReadFailure({ error, onRetry }: { error: unknown; onRetry: () => unknown }) {
  const known = error instanceof ApiError ? error : null;
  return (
    <ErrorState
      text={errorText(error)}
      requestId={known?.requestId ?? null}
      onRetry={known?.httpStatus === 404 ? undefined : () => void onRetry()}
    />
  );
}
