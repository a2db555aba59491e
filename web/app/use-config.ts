import { useQuery } from '@tanstack/react-query';
import type { SessionConfig } from '../../domain/session/contract.ts';
import { configQuery } from './queries.ts';

const nothing: Partial<SessionConfig> = {};

/** The configuration of this session; empty until the first answer of a browser that has none kept. */
export function useConfig(): Partial<SessionConfig> {
  return useQuery(configQuery()).data ?? nothing;
}
