import { useQuery } from '@tanstack/react-query';
import type { SessionConfig } from '../../../domain/session/contract.ts';
import { configQuery } from './queries.ts';

const nothing: Partial<SessionConfig> = {};

/** The session's configuration; empty until the first response if the browser has none cached. */
export function useConfig(): Partial<SessionConfig> {
  // No suspense: the shell is drawn before its configuration is known.
  return useQuery(configQuery()).data ?? nothing;
}
