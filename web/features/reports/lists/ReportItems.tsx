import type { ReactNode } from 'react';
import type { ReportCard as Card } from '../../../../domain/reports/contract.ts';
import { hueColor } from '../../../../domain/themes/hues.ts';
import { FreshnessLine, ReportCard, type ReportFace, ReportRow } from '../../../ui/ReportCard.tsx';
import { useFaces } from '../use-faces.ts';
import { useFavorite } from '../use-favorite.ts';
import { usePrefetch } from '../use-prefetch.ts';
import type { ListLayout } from './use-layout.ts';

const pathLabel = (card: Card) => [card.group?.name, card.subgroup?.name].filter(Boolean).join(', ');

function Place({ card }: { card: Card }) {
  const place = pathLabel(card);
  if (!place) return null;
  return (
    <span className="report-items-place tiny muted">
      <span className="hue-square" style={{ background: hueColor(card.group?.hue ?? 0) }} aria-hidden="true" />
      {place}
    </span>
  );
}

function Detail({ card, face }: { card: Card; face: ReportFace }) {
  const place = pathLabel(card);
  return (
    <span className="report-items-detail">
      {place}
      {place && face.freshness && <span aria-hidden="true">·</span>}
      {face.freshness && <FreshnessLine freshness={face.freshness} />}
    </span>
  );
}

type Props = {
  items: readonly Card[];
  layout: ListLayout;
  label: string;
  coverHeight?: number;
  /** Cards name their group, in lists that mix groups. */
  withPlace?: boolean;
  /** An additional card, an `li`, after the last. */
  last?: ReactNode;
};

/** Reports as cards or rows, with favourite and prefetch; every card of a report links to the same address. */
export function ReportItems({ items, layout, label, coverHeight, withPlace = false, last }: Props) {
  const face = useFaces();
  const favorite = useFavorite();
  const prefetch = usePrefetch();
  const common = (card: Card) => ({
    report: face(card),
    favorite: card.favorite,
    onFavorite: favorite ? () => favorite(card) : undefined,
    onPrefetch: () => prefetch(card),
  });
  if (layout === 'list') {
    return (
      <ul className="plain-list report-items-rows" aria-label={label}>
        {items.map((card) => (
          <ReportRow key={card.id} {...common(card)} detail={<Detail card={card} face={face(card)} />} />
        ))}
        {last}
      </ul>
    );
  }
  return (
    <ul className="plain-list card-grid" aria-label={label}>
      {items.map((card) => (
        <li key={card.id} className="report-items-card">
          <ReportCard {...common(card)} coverHeight={coverHeight} footer={withPlace && <Place card={card} />} />
        </li>
      ))}
      {last}
    </ul>
  );
}
