import { Suspense } from 'react';
import { can } from '../../../../domain/access/permissions.ts';
import { getScreens } from '../../../../domain/access/screens.ts';
import { pick } from '../../../../domain/fields/fields.ts';
import { type MenuText, menuTexts } from '../../../../domain/report-groups/fields.ts';
import type { MenuGroup } from '../../../../domain/reports/contract.ts';
import { useSearchValues } from '../../../app/address/address.ts';
import { useConfig } from '../../../app/data/use-config.ts';
import { ReportCollection, useListCrumbs } from '../../../app/parts/report-list.ts';
import { useWho } from '../../../app/session/session.ts';
import { useTranslation } from '../../../i18n.ts';
import { ButtonLink } from '../../../ui/Button.tsx';
import { Chip } from '../../../ui/Chip.tsx';
import { IconPresentation } from '../../../ui/icons.ts';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { MoreOnCatalog } from '../../catalogs/index.ts';

type Subgroup = MenuGroup['subgroups'][number];

/** A group, or one of its sub-groups, as its viewers see it: the sub-groups as chips, the reports below. */
export function GroupReports({ group, subgroup }: { group: MenuGroup; subgroup: Subgroup | null }) {
  const { t } = useTranslation();
  const address = useSearchValues();
  const shown = subgroup ?? group;
  const who = useWho();
  const { hidden_menu = [] } = useConfig();
  const plays =
    who !== null &&
    shown.reports > 0 &&
    can(who, 'playlists.view') &&
    getScreens(who.profile, hidden_menu).filter(({ name }) => name === 'playlist/view' || name === 'reports/view').length === 2;
  useListCrumbs(shown.name, subgroup ? group : undefined);
  const words: Record<MenuText | 'owner', string | null> = {
    ...pick(shown, menuTexts),
    owner: group.owner && t('reports.group.owner', { owner: group.owner }),
  };
  return (
    <div className="page">
      <PageHeader
        title={shown.name}
        text={Object.values(words).filter(Boolean).join(' ') || undefined}
        actions={
          plays && (
            <ButtonLink href={`/${shown.id}/playlist/view?of=${subgroup ? 'subgroup' : 'group'}`} icon={IconPresentation}>
              {t('reports.group.present')}
            </ButtonLink>
          )
        }
      />
      <ReportCollection
        key={shown.id}
        label={shown.name}
        scope={subgroup ? { subgroup: subgroup.id } : { group: group.id }}
        sort="-data"
        searchLabel={t('reports.filter')}
        page={Number(address.page ?? '1')}
        chips={
          group.subgroups.length > 0 && (
            <>
              <Chip quiet href={`/reports?group=${group.id}`} on={!subgroup} count={group.reports}>
                {t('reports.group.all')}
              </Chip>
              {group.subgroups.map(({ id, name, reports }) => (
                <Chip key={id} quiet href={`/${id}/reports`} on={subgroup?.id === id} count={reports}>
                  {name}
                </Chip>
              ))}
            </>
          )
        }
        last={
          <Suspense>
            <MoreOnCatalog group={group.id} name={group.name} />
          </Suspense>
        }
        empty={{ text: t('reports.group.empty') }}
      />
    </div>
  );
}
