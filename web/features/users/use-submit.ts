import { useState } from 'react';
import { ApiError } from '../../app/api-error.ts';
import { errorText } from '../../app/notify.ts';

/** One send of a dialog: it waits, and a refusal is said in the dialog and nowhere else. */
export function useSubmit(onDone: () => void) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<{ field: string | undefined; text: string } | null>(null);
  const run = async (work: () => Promise<unknown>) => {
    setBusy(true);
    setProblem(null);
    try {
      await work();
      onDone();
    } catch (error) {
      setProblem({ field: error instanceof ApiError ? error.field : undefined, text: errorText(error) });
    } finally {
      setBusy(false);
    }
  };
  return { busy, problem, run, forget: () => setProblem(null) };
}
