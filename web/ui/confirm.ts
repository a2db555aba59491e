export type ConfirmOptions = {
  /** A question that names the action: "Marcar como resolvido?" */
  title: string;
  text?: string;
  yes?: string;
  no?: string;
  danger?: boolean;
  /** The name of what is permanently deleted: it must be typed before *yes* is enabled (Spec 5, Destructive delete). */
  typed?: string;
};

export type Asked = ConfirmOptions & { id: number; answer: (agreed: boolean) => void };

let asked: readonly Asked[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function publish(next: readonly Asked[]): void {
  asked = next;
  for (const listener of listeners) listener();
}

export const confirmStore = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  /** One dialog at a time: the first unanswered one. */
  current: (): Asked | null => asked[0] ?? null,
};

/**
 * Asks yes or no in a centred dialog (Spec 8), or for the typed name of what is deleted, and resolves with the answer; closing it any other
 * way means no.
 */
export function confirm(options: ConfirmOptions): Promise<boolean> {
  lastId += 1;
  const id = lastId;
  return new Promise((resolve) => {
    const answer = (agreed: boolean) => {
      publish(asked.filter((question) => question.id !== id));
      resolve(agreed);
    };
    publish([...asked, { ...options, id, answer }]);
  });
}
