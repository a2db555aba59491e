import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { errorText, toastError } from '../notices/notify.ts';
import { ApiError } from './api-error.ts';
import { type Refusal, toRefusal } from './SaveRefusal.tsx';

/** Why a save failed, and at which field if known. */
export type SaveProblem = Refusal & { field: string | undefined };

type Options<Field extends string> = {
  /** The form's fields: a refusal naming one of them is shown there (`problemAt`), any other above the form (`problem`). */
  fields?: readonly Field[];
  /** Stores a field's refusal where the form does that itself; `name` is the server's name for the field or a part of it. */
  refuseAt?: (field: Field, text: string, name: string) => void;
  /** Where a refusal is shown: by the caller, or in a toast where the screen has no place for it. */
  refusal?: 'inline' | 'toast';
  /** The message of a refusal, where the default does not fit. */
  words?: (error: unknown) => string;
  /** Refreshes changed data, also after a refusal; the save ends when its promise does. */
  refresh?: (client: QueryClient) => unknown;
};

/** Null for errors that were already reported, such as an ended session. */
function getProblem(error: unknown, text: string): SaveProblem | null {
  const refused = error instanceof ApiError ? error : null;
  return refused?.handled ? null : { ...toRefusal(error, text), field: refused?.field };
}

/** One write of a screen: whether it is running, and why it was refused. */
export function useSave<Field extends string = never>(options: Options<Field> = {}) {
  const { fields = [], refuseAt, refusal = 'inline', words = errorText, refresh } = options;
  const client = useQueryClient();
  // A refusal of a part (`limits.max`) belongs to its field.
  const getField = (problem: SaveProblem | null) =>
    fields.find((field) => field === problem?.field || problem?.field?.startsWith(`${field}.`));
  const { mutateAsync, isPending, error, reset } = useMutation({
    mutationFn: (work: () => Promise<unknown>) => work(),
    onError: (refused) => {
      if (refusal === 'toast') return toastError(refused);
      const told = getProblem(refused, words(refused));
      const field = getField(told);
      if (told?.field && field) refuseAt?.(field, told.text, told.field);
    },
    onSettled: async () => void (await refresh?.(client)),
  });
  // What the form itself refuses before sending.
  const [own, setOwn] = useState<SaveProblem | null>(null);
  const problem = own ?? (error && refusal === 'inline' ? getProblem(error, words(error)) : null);
  return {
    /** Runs `work` with its confirmations, calls and toasts; true on success. */
    save: async (work: () => Promise<unknown>): Promise<boolean> => {
      setOwn(null);
      return mutateAsync(work).then(
        () => true,
        () => false,
      );
    },
    busy: isPending,
    /** Until the next save, or until it is cleared. */
    problem: getField(problem) ? null : problem,
    problemAt: (field: Field): string | undefined => (getField(problem) === field ? problem?.text : undefined),
    /** Reports a problem without calling the server. */
    refuse: (text: string, field?: Field) => setOwn({ text, field, requestId: undefined, changed: false }),
    clear: () => {
      setOwn(null);
      reset();
    },
  };
}
