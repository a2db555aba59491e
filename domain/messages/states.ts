export const messageSorts = ['sent'] as const;
export const messageStates = ['sending', 'sent', 'recalled'] as const;
export type MessageState = (typeof messageStates)[number];

/** The state of a message, from that of its mailing; without one it is long sent. */
export function getState(recalled: boolean, mailing: string | null): MessageState {
  if (recalled) return 'recalled';
  return mailing === 'queued' || mailing === 'running' ? 'sending' : 'sent';
}
