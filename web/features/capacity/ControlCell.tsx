import { useQuery } from '@tanstack/react-query';
import type { Resource } from '../../../domain/bi-accounts/resources/contract.ts';
import { useZone } from '../../app/data/use-zone.ts';
import { useIsGuest } from '../../app/shell/use-shell.ts';
import { type Translate, useTranslation } from '../../i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { Skeleton } from '../../ui/Skeletons.tsx';
import { UiLink } from '../../ui/UiLink.tsx';
import { capacitiesQuery } from './queries.ts';
import { getArmId, registeredRows } from './registered-rows.ts';
import type { Facts } from './types.ts';
import { whyText } from './why-text.ts';
import './control.css';

/** The registered capacities that rows of the list are; undefined while that isn't known. */
export function useControlled(): ((row: Resource) => Facts | null) | undefined {
  // No suspense: the list doesn't wait for it.
  const { data } = useQuery(capacitiesQuery);
  return data && ((row) => data.items.find(({ armId }) => armId.toLowerCase() === getArmId(row)) ?? null);
}

/** The list with the registered capacities that no account of this unit lists. */
export function useWithRegistered(rows: readonly Resource[]): Resource[] {
  // No suspense: the list doesn't wait for it.
  const { data } = useQuery(capacitiesQuery);
  return [...rows, ...registeredRows(rows, data?.items ?? [])];
}

export const capacityHref = (id: string) => `/powerbi/resources?id=${id}`;

type Props = { row: Resource; onTake: () => void };

/** Who controls a capacity; null while no unit does. */
export function controlText(t: Translate, facts: Facts | null): string | null {
  if (facts?.controls !== 'S' && facts?.ownedByOther !== 'S') return null;
  if (facts.ownedByOther === 'N' || (facts.controls === 'S' && !facts.owner)) return t('capacity.control.own');
  return facts.owner ? t('capacity.control.unit', { unit: facts.owner }) : t('capacity.control.other');
}

/** Who controls a capacity: its state in a sentence, another unit, or a button to take control. */
export function ControlCell({ row, onTake }: Props) {
  const { t, language } = useTranslation();
  const zone = useZone();
  const isGuest = useIsGuest();
  const controlled = useControlled();
  // Trials are known to the report service only.
  if (row.kind === null) return <span className="muted small">{t('capacity.control.never')}</span>;
  if (!controlled) return <Skeleton width={120} />;
  const facts = controlled(row);
  const text = controlText(t, facts);
  if (facts && text !== null) {
    return (
      <span className="capacity-control">
        <UiLink className="link" href={capacityHref(facts.id)}>
          {text}
        </UiLink>
        <span className="muted small">{whyText({ ...facts, rules: null }, { t, language, zone, now: new Date() })}</span>
      </span>
    );
  }
  if (isGuest) return <span className="muted small">{t('capacity.control.none')}</span>;
  return (
    <Button size="s" onClick={onTake}>
      {t('capacity.control.take')}
    </Button>
  );
}
