import { ErrorState } from '../../ui/ErrorState.tsx';
import { errorText } from '../notices/notify.ts';
import { ApiError } from './api-error.ts';

type Props = { error: unknown; onRetry: () => unknown; gone?: string | undefined };

/** Shown in place of data that could not be read; without a retry button when the record does not exist (`gone`). */
export function ReadFailure({ error, onRetry, gone }: Props) {
  const known = error instanceof ApiError ? error : null;
  const missing = known?.httpStatus === 404;
  return (
    <ErrorState
      text={missing && gone ? gone : errorText(error)}
      requestId={known?.requestId ?? null}
      onRetry={missing ? undefined : () => void onRetry()}
    />
  );
}
