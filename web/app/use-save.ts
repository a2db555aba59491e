import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from './api-error.ts';
import { errorText, toastError } from './notify.ts';
import { type Refusal, refusalOf } from './SaveRefusal.tsx';

/** Why something was not saved, and at which field, if that is known. */
export type SaveProblem = Refusal & { field: string | undefined };

type Options<Field extends string> = {
  /** The form's fields: a refusal that names one of them belongs there (`problemAt`), any other above the form (`problem`). */
  fields?: readonly Field[];
  /** Keeps the refusal of a field, where the form does that itself; `name` is what the server named, the field or a part of it. */
  refuseAt?: (field: Field, text: string, name: string) => void;
  /** Where a refusal is told: by the caller, or in a toast where the screen has no place for it. */
  refusal?: 'inline' | 'toast';
  /** The words for a refusal, where the usual ones do not fit. */
  words?: (error: unknown) => string;
  /** Refreshes what was changed, also after a refusal; the save ends when its promise does. */
  refresh?: (client: QueryClient) => unknown;
};

/** What the product has answered already, such as an ended session, is not told twice. */
function problemOf(error: unknown, text: string): SaveProblem | null {
  const refused = error instanceof ApiError ? error : null;
  return refused?.handled ? null : { ...refusalOf(error, text), field: refused?.field };
}

/** One write of a screen: whether it is under way, and why it was refused. */
export function useSave<Field extends string = never>(options: Options<Field> = {}) {
  const { fields = [], refuseAt, refusal = 'inline', words = errorText, refresh } = options;
  const client = useQueryClient();
  // A refusal of a part (`limits.max`) belongs to its field.
  const fieldOf = (problem: SaveProblem | null) =>
    fields.find((field) => field === problem?.field || problem?.field?.startsWith(`${field}.`));
  const { mutateAsync, isPending, error, reset } = useMutation({
    mutationFn: (work: () => Promise<unknown>) => work(),
    onError: (refused) => {
      if (refusal === 'toast') return toastError(refused);
      const told = problemOf(refused, words(refused));
      const field = fieldOf(told);
      if (told?.field && field) refuseAt?.(field, told.text, told.field);
    },
    onSettled: async () => void (await refresh?.(client)),
  });
  // What the form itself refuses, before anything is sent.
  const [own, setOwn] = useState<SaveProblem | null>(null);
  const problem = own ?? (error && refusal === 'inline' ? problemOf(error, words(error)) : null);
  return {
    /** Runs `work` with its questions, calls and toasts; true when it went through. */
    save: async (work: () => Promise<unknown>): Promise<boolean> => {
      setOwn(null);
      return mutateAsync(work).then(
        () => true,
        () => false,
      );
    },
    busy: isPending,
    /** Until the next save, or until it is cleared. */
    problem: fieldOf(problem) ? null : problem,
    problemAt: (field: Field): string | undefined => (fieldOf(problem) === field ? problem?.text : undefined),
    /** Says what is wrong without asking the server. */
    refuse: (text: string, field?: Field) => setOwn({ text, field, requestId: undefined, changed: false }),
    clear: () => {
      setOwn(null);
      reset();
    },
  };
}
