import { useQuery } from '@tanstack/react-query';
import { choicesQuery } from './loader.ts';
import type { OneUnit } from './queries.ts';

export type { OneUnit };

/** The product's own domain, the parent of sub-domains. */
export function useQueryProduct(unit: OneUnit): string {
  // No suspense: until it is known, it is taken from the unit's own host.
  const { data } = useQuery({ ...choicesQuery, staleTime: 600_000 });
  return (
    data?.productHost ??
    unit.hosts
      .find(({ main }) => main)
      ?.host.split('.')
      .slice(1)
      .join('.') ??
    ''
  );
}
