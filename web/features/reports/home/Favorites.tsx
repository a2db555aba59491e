import { lazy, useState } from 'react';
import type { ReportCard } from '../../../../domain/reports/contract.ts';
import { Reading } from '../../../app/layouts/Reading.tsx';
import { useTranslation } from '../../../i18n.ts';
import { SectionHeader } from '../../../ui/PageHeader.tsx';
import { ListSkeleton } from '../../../ui/Skeletons.tsx';
import { UiLink } from '../../../ui/UiLink.tsx';
import { ReportItems } from '../lists/ReportItems.tsx';

// The drag library is needed only for reordering.
const Organizer = lazy(() => import('./OrganizeFavorites.tsx').then((module) => ({ default: module.OrganizeFavorites })));

const shown = 6;

/** The first six favourites, and a way to reorder them. */
export function Favorites({ favorites, total }: { favorites: readonly ReportCard[]; total: number }) {
  const { t } = useTranslation();
  const [organizing, setOrganizing] = useState(false);
  const more = total > shown;
  return (
    <section aria-labelledby="home-favorites">
      <SectionHeader
        id="home-favorites"
        title={t('reports.home.favorites')}
        action={
          <span className="home-actions">
            {more && !organizing && (
              <UiLink href="/all/reports?favorites=1" className="link">
                {t('reports.home.seeAll')}
              </UiLink>
            )}
            {total > 1 && (
              <button type="button" className="link home-action" aria-expanded={organizing} onClick={() => setOrganizing(!organizing)}>
                {t(organizing ? 'reports.home.organizeDone' : 'reports.home.organize')}
              </button>
            )}
          </span>
        }
      />
      {organizing && (
        <Reading waiting={(onRetry) => <ListSkeleton count={Math.min(total, shown)} onRetry={onRetry} />}>
          <Organizer />
        </Reading>
      )}
      {!organizing && favorites.length > 0 && (
        <ReportItems items={favorites.slice(0, shown)} layout="cards" label={t('reports.home.favorites')} coverHeight={96} />
      )}
      {!organizing && favorites.length === 0 && (
        <div className="home-none">
          <p className="muted">{t('reports.home.noFavorites')}</p>
          <UiLink href="/all/reports" className="link small">
            {t('reports.home.findReports')}
          </UiLink>
        </div>
      )}
    </section>
  );
}
