import type { ReactNode } from 'react';
import { useTranslation } from '../i18n.ts';
import { Badge } from './Badge.tsx';
import { Cover } from './Cover.tsx';
import { IconCircleCheck, IconExternalLink, IconEyeOff, IconStar, IconStarFilled, IconTool } from './icons.ts';
import type { LandscapeKind } from './landscape.ts';
import { UiLink } from './UiLink.tsx';
import './ReportCard.css';

export type Freshness = { tone: 'ok' | 'warn' | 'err'; text: string };

export type ReportFace = {
  id: string;
  title: string;
  href: string;
  hue: number;
  picture?: string | null;
  icon?: string | null;
  /** The shape of the drawn cover; by default derived from the seed. */
  coverKind?: LandscapeKind;
  freshness?: Freshness | null;
  isNew?: boolean;
  verified?: boolean;
  external?: boolean;
  hidden?: boolean;
  /** Under maintenance; a string says until when. */
  maintenance?: string | true | null;
};

function ReportBadges({ report, onCover }: { report: ReportFace; onCover?: boolean }) {
  const { t } = useTranslation();
  const { maintenance } = report;
  const badges = [
    maintenance && (
      <Badge key="m" tone="warn" icon={IconTool}>
        {maintenance === true ? t('ui.card.maintenance') : t('ui.card.maintenanceUntil', { until: maintenance })}
      </Badge>
    ),
    report.hidden && (
      <Badge key="h" icon={IconEyeOff}>
        {t('ui.card.hidden')}
      </Badge>
    ),
    report.isNew && (
      <Badge key="n" tone="info">
        {t('ui.card.new')}
      </Badge>
    ),
    report.verified && (
      <Badge key="v" tone="ok" icon={IconCircleCheck}>
        {t('ui.card.verified')}
      </Badge>
    ),
    report.external && (
      <Badge key="e" icon={IconExternalLink}>
        {t('ui.card.external')}
      </Badge>
    ),
  ].filter(Boolean);
  return badges.length > 0 ? <div className={onCover ? 'report-badges report-badges-on-cover' : 'report-badges'}>{badges}</div> : null;
}

export function FreshnessLine({ freshness }: { freshness: Freshness }) {
  return (
    <span className="freshness">
      <i className={`freshness-dot freshness-${freshness.tone}`} aria-hidden="true" />
      {freshness.text}
    </span>
  );
}

type StarProps = { name: string; on: boolean; onToggle: () => void; className?: string };

export function StarToggle({ name, on, onToggle, className = 'icon-button' }: StarProps) {
  const { t } = useTranslation();
  const label = t(on ? 'ui.card.removeFavorite' : 'ui.card.addFavorite', { name });
  return (
    <button type="button" className={`${className} star`} aria-pressed={on} aria-label={label} data-tip={label} onClick={onToggle}>
      {on ? <IconStarFilled size={17} aria-hidden="true" /> : <IconStar size={17} aria-hidden="true" />}
    </button>
  );
}

type CardProps = {
  report: ReportFace;
  favorite?: boolean;
  onFavorite?: () => void;
  onPrefetch?: () => void;
  coverHeight?: number;
  footer?: ReactNode;
};

/** A report as a card: the whole card is its link, the star is separate. Prefetches on hover or focus. */
export function ReportCard({ report, favorite = false, onFavorite, onPrefetch, coverHeight = 112, footer }: CardProps) {
  return (
    <article className="report-card">
      <div className="report-card-cover" style={{ height: coverHeight }}>
        <Cover seed={report.id} hue={report.hue} picture={report.picture} icon={report.icon} kind={report.coverKind} />
        <ReportBadges report={report} onCover />
      </div>
      <div className="report-card-words">
        <h3 className="report-card-title">
          <UiLink href={report.href} className="stretched" onPointerEnter={onPrefetch} onFocus={onPrefetch}>
            {report.title}
          </UiLink>
        </h3>
        {report.freshness && <FreshnessLine freshness={report.freshness} />}
        {footer}
      </div>
      {onFavorite && <StarToggle name={report.title} on={favorite} onToggle={onFavorite} className="report-card-star" />}
    </article>
  );
}

type RowProps = { report: ReportFace; detail?: ReactNode; favorite?: boolean; onFavorite?: () => void; onPrefetch?: () => void };

/** A report as a list row: small cover, title, one line. Put rows into a `plain-list`. */
export function ReportRow({ report, detail, favorite = false, onFavorite, onPrefetch }: RowProps) {
  return (
    <li className="report-row">
      <span className="report-row-cover">
        <Cover
          seed={report.id}
          hue={report.hue}
          picture={report.picture}
          icon={report.icon}
          kind={report.coverKind}
          width={160}
          height={110}
        />
      </span>
      <span className="report-row-words">
        <UiLink href={report.href} className="stretched report-row-title" onPointerEnter={onPrefetch} onFocus={onPrefetch}>
          {report.title}
        </UiLink>
        <span className="muted tiny">{detail ?? (report.freshness && <FreshnessLine freshness={report.freshness} />)}</span>
      </span>
      <ReportBadges report={report} />
      {onFavorite && <StarToggle name={report.title} on={favorite} onToggle={onFavorite} />}
    </li>
  );
}
