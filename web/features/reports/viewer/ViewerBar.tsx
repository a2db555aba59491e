import { IconArrowLeft, IconChevronRight, IconCircleCheck, IconFilter, IconMaximize, IconRefresh } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { isOn } from '../../../../domain/contract/fields.ts';
import type { ReportCard, ReportView } from '../../../../domain/reports/contract.ts';
import { useTranslation } from '../../../app/i18n.ts';
import { useWho } from '../../../app/session.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { Button } from '../../../ui/Button.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { StarToggle } from '../../../ui/ReportCard.tsx';
import { UiLink } from '../../../ui/UiLink.tsx';
import { placePath } from '../paths.ts';
import { useFavorite } from '../use-favorite.ts';
import { MoreMenu } from './MoreMenu.tsx';
import type { Tools } from './use-tools.ts';

type Props = {
  report: ReportCard;
  options: ReportView['options'] | undefined;
  tools: Tools;
  phone: boolean;
  narrow: boolean;
  onFull: () => void;
  /** One more tool, where somebody else shows this bar. */
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

/** The one bar of the viewer: where, what, and what can be done with it. Only what exists stands here. */
export function ViewerBar({ report, options, tools, phone, narrow, onFull, extra }: Props) {
  const { t } = useTranslation();
  const favorite = useFavorite();
  const named = options ? isOn(options.showName) : true;
  const sideFilter = options?.sideFilter ?? false;
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
        {tools.ready && !narrow && (
          <>
            {sideFilter && (
              <Button
                size="s"
                icon={IconFilter}
                aria-pressed={tools.filtersOpen}
                data-tip={t('reports.viewer.filtersKey')}
                onClick={tools.toggleFilters}
              >
                {t('reports.viewer.filters')}
              </Button>
            )}
            <IconButton icon={IconRefresh} label={t('reports.viewer.refreshKey')} onClick={tools.refresh} />
            <IconButton icon={IconMaximize} label={t('reports.viewer.fullKey')} onClick={onFull} />
          </>
        )}
        <MoreMenu tools={tools} sideFilter={sideFilter} folded={narrow && !phone} onFull={onFull} />
      </div>
    </header>
  );
}
