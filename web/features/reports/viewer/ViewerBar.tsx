import type { ReactNode } from 'react';
import { isOn } from '../../../../domain/contract/flag.ts';
import type { ReportCard, ReportView } from '../../../../domain/reports/contract.ts';
import type { ViewerPart } from '../../../app/parts/viewer-parts.ts';
import { useWho } from '../../../app/session/session.ts';
import { useTranslation } from '../../../i18n.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { IconArrowLeft, IconChevronRight, IconCircleCheck } from '../../../ui/icons.ts';
import { StarToggle } from '../../../ui/ReportCard.tsx';
import { UiLink } from '../../../ui/UiLink.tsx';
import { placePath } from '../paths.ts';
import { useFavorite } from '../use-favorite.ts';
import { MoreMenu } from './MoreMenu.tsx';
import { PartButton } from './PartButton.tsx';
import { partsIn } from './parts.ts';

type Props = {
  report: ReportCard;
  options: ReportView['options'] | undefined;
  parts: readonly ViewerPart[];
  phone: boolean;
  narrow: boolean;
  /** An additional tool, where another page shows this bar. */
  extra?: ReactNode;
};

function Place({ report, phone }: { report: ReportCard; phone: boolean }) {
  const { t } = useTranslation();
  const href = placePath(report, useWho()?.profile);
  const place = report.subgroup?.name ?? report.group?.name ?? t('reports.all');
  if (phone) {
    return (
      <UiLink href={href} className="icon-button viewer-back" aria-label={`${t('reports.viewer.back')}: ${place}`}>
        <IconArrowLeft size={19} stroke={1.8} aria-hidden="true" />
      </UiLink>
    );
  }
  return (
    <nav className="viewer-place" aria-label={t('reports.viewer.place')}>
      <UiLink href={href}>{place}</UiLink>
      <IconChevronRight size={14} aria-hidden="true" />
    </nav>
  );
}

/** The viewer's bar: breadcrumb, title and actions. Unavailable actions are left out. */
export function ViewerBar({ report, options, parts, phone, narrow, extra }: Props) {
  const { t } = useTranslation();
  const favorite = useFavorite();
  const named = options ? isOn(options.showName) : true;
  const room = { phone, narrow };
  return (
    <header className="viewer-bar">
      <Place report={report} phone={phone} />
      <h1 id="page-title" tabIndex={-1} className={named ? 'viewer-name' : 'visually-hidden'}>
        {report.title}
      </h1>
      {favorite && <StarToggle name={report.title} on={report.favorite} onToggle={() => favorite(report)} />}
      {report.verified && !phone && (
        <Badge tone="ok" icon={IconCircleCheck}>
          {t('ui.card.verified')}
        </Badge>
      )}
      <div className="viewer-tools push">
        {extra}
        {partsIn(parts, 'bar', room).map((part) => (
          <PartButton key={part.action.id} part={part} />
        ))}
        <MoreMenu parts={partsIn(parts, 'menu', room)} phone={phone} />
      </div>
    </header>
  );
}
