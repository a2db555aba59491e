import { can } from '../../domain/access/permissions.ts';
import { type Profile, profiles } from '../../domain/access/profile.ts';
import { endpoints } from '../../domain/contract/all.ts';
import type { Endpoint } from '../../domain/contract/endpoint.ts';

export const getName = ({ method, path }: Endpoint) => `${method} ${path}`;
export const all: [string, Endpoint][] = endpoints.map((endpoint: Endpoint) => [getName(endpoint), endpoint]);
export const mayDo = (profile: Profile, { needs }: Endpoint, flags: string[] = []) =>
  needs === 'signedIn' || needs === 'public' || (needs !== 'playlist' && needs !== 'embedded' && can({ profile, flags }, needs));

/** The profile whose round trips are counted for an endpoint: the first that may call it, the platform's last. */
export const countedAs = (endpoint: Endpoint): Profile =>
  profiles.find((profile) => mayDo(profile, endpoint) && profile !== 'a2m') ?? 'a2m';
