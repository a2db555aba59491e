import { ErrorState } from '../ui/ErrorState.tsx';
import { ApiError } from './api-error.ts';
import { errorText } from './notify.ts';

/** What stands in a drawer in place of fields that could not be read; what is not there is not asked for again. */
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
