export type Fields = {
  name: string;
  description: string;
  audience: 'everyone' | 'chosen';
  viewers: string[];
  groupId?: string | null | undefined;
};

/** The people who were chosen, each once; nobody where everyone sees it. */
export const chosenViewers = (fields: Fields): string[] => (fields.audience === 'chosen' ? [...new Set(fields.viewers)] : []);
