import type { ReportCard as Card } from '../../../../domain/reports/contract.ts';
import { FreshnessLine, ReportCard, type ReportFace, ReportRow } from '../../../ui/ReportCard.tsx';
import { useFaces } from '../use-faces.ts';
import { useFavorite } from '../use-favorite.ts';
import { usePrefetch } from '../use-prefetch.ts';
import type { ListLayout } from './use-layout.ts';

const placeOf = (card: Card) => [card.group?.name, card.subgroup?.name].filter(Boolean).join(', ');

function Detail({ card, face }: { card: Card; face: ReportFace }) {
  const place = placeOf(card);
  return (
    <span className="report-items-detail">
      {place}
      {place && face.freshness && <span aria-hidden="true">·</span>}
      {face.freshness && <FreshnessLine freshness={face.freshness} />}
    </span>
  );
}

type Props = { items: readonly Card[]; layout: ListLayout; label: string; coverHeight?: number };

/** Reports as cards or as rows, with star and prefetch; what a card leads to is the same everywhere. */
export function ReportItems({ items, layout, label, coverHeight }: Props) {
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
      </ul>
    );
  }
  return (
    <ul className="plain-list card-grid" aria-label={label}>
      {items.map((card) => (
        <li key={card.id} className="report-items-card">
          <ReportCard {...common(card)} coverHeight={coverHeight} />
        </li>
      ))}
    </ul>
  );
}
