import { useSuspenseQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { formatWhen } from '../../../domain/format/relative.ts';
import { useSearchValues, useSetSearch } from '../../app/address/address.ts';
import { useBreadcrumb } from '../../app/address/breadcrumb.ts';
import { ReadFailure } from '../../app/data/ReadFailure.tsx';
import { useZone } from '../../app/data/use-zone.ts';
import { type Failed, Reading } from '../../app/layouts/Reading.tsx';
import { useRouteGuard } from '../../app/routes/route-guard.ts';
import { type TextKey, useTranslation } from '../../i18n.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { SaveBar } from '../../ui/SaveBar.tsx';
import { DetailSkeleton } from '../../ui/Skeletons.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { RowMenu } from '../../ui/table/RowMenu.tsx';
import { useInertWhileSaving } from '../../ui/use-inert-while-saving.ts';
import { AccessTab } from './AccessTab.tsx';
import { DataTab } from './DataTab.tsx';
import { LimitsTab } from './LimitsTab.tsx';
import { unitQuery } from './loader.ts';
import { MenuFields } from './MenuFields.tsx';
import { PartnerUnits } from './PartnerUnits.tsx';
import { getRowActions } from './row-actions.ts';
import { type Asking, StatusDialogs } from './StatusDialogs.tsx';
import { TenantStatus } from './TenantStatus.tsx';
import { UnitHistory } from './UnitHistory.tsx';
import { useChangeUnit } from './use-change-unit.ts';
import { useUnitForm } from './use-unit-form.ts';
import './tenants.css';

const unitTabs = ['data', 'limits', 'access', 'menu', 'history'] as const;
const partnerTabs = ['data', 'units', 'limits', 'access', 'menu', 'history'] as const;
type TabName = (typeof partnerTabs)[number];
type Props = { id: string; listHref: string; listTitle: TextKey };

/** One unit or partner as the layer above sees it: limits, administrators, hidden menu entries, and history. */
export function UnitDetail(props: Props) {
  return (
    <Reading waiting={(onRetry) => <Waiting {...props} onRetry={onRetry} />} failure={(failed) => <Missing {...props} {...failed} />}>
      <Loaded {...props} />
    </Reading>
  );
}

function useCrumbs({ listHref, listTitle }: Props, name = '…') {
  const { t } = useTranslation();
  useBreadcrumb([{ label: t('tenants.crumb') }, { label: t(listTitle), href: listHref }, { label: name }]);
}

function Waiting({ onRetry, ...props }: Props & { onRetry: () => void }) {
  useCrumbs(props);
  return (
    <div className="page">
      <DetailSkeleton onRetry={onRetry} />
    </div>
  );
}

function Missing({ error, onRetry, ...props }: Props & Failed) {
  const { t } = useTranslation();
  useCrumbs(props);
  return (
    <div className="page">
      <PageHeader title={t(props.listTitle)} />
      <ReadFailure error={error} onRetry={onRetry} gone={t('tenants.gone')} />
    </div>
  );
}

function Loaded(props: Props) {
  const { data: unit, refetch } = useSuspenseQuery(unitQuery(props.id));
  useCrumbs(props, unit.name);
  const { t, language } = useTranslation();
  const zone = useZone();
  const values = useSearchValues();
  const change = useSetSearch();
  const { change: changeState } = useChangeUnit();
  const [asking, setAsking] = useState<Asking | null>(null);
  const form = useUnitForm(unit);
  const fields = useRef<HTMLFormElement>(null);
  useInertWhileSaving(fields, form.saving);
  useRouteGuard(form.changed.length > 0, ['id']);
  const deleted = unit.deletedAt !== null;
  const names: readonly TabName[] = unit.kind === 'partner' ? partnerTabs : unitTabs;
  const tab = names.find((each) => each === values.tab) ?? 'data';
  const target = {
    id: unit.id,
    name: unit.name,
    kind: unit.kind,
    status: unit.status,
    version: unit.version,
    deletedAt: unit.deletedAt,
    units: unit.units,
    held: unit.held,
  };
  const facts = [
    t(`partners.kind.${unit.kind}`),
    unit.hosts.find(({ main }) => main)?.host,
    unit.lastActivityAt
      ? t('tenants.active', { when: formatWhen(language, new Date(unit.lastActivityAt), new Date(), zone) })
      : t('tenants.never'),
  ].filter(Boolean);
  const panel = () => {
    if (tab === 'units') return <PartnerUnits parent={unit.id} />;
    if (tab === 'access') return <AccessTab unit={unit} />;
    if (tab === 'history') return <UnitHistory id={unit.id} />;
    if (deleted) return null;
    if (tab === 'limits') return <LimitsTab unit={unit} form={form} draft={form.draft} />;
    if (tab === 'menu')
      return (
        <div className="card card-pad">
          <MenuFields
            kind={unit.kind}
            value={form.draft.hidden_menu ?? []}
            itself={unit.hiddenByItself}
            others={unit.hiddenByOthers}
            onChange={(names_) => form.set('hidden_menu', names_)}
          />
        </div>
      );
    return <DataTab unit={unit} form={form} draft={form.draft} />;
  };
  return (
    <div className="page unit-page">
      <PageHeader
        title={unit.name}
        lead={<Avatar name={unit.name} size={56} />}
        facts={
          <>
            <TenantStatus row={unit} zone={zone} /> {facts.join(' · ')}
          </>
        }
        actions={
          <RowMenu
            name={unit.name}
            actions={getRowActions(target, {
              t,
              ask: (what) => setAsking({ what, unit: target, opened: true }),
              change: (action, which) => void changeState(action, which),
            })}
          />
        }
      />
      {unit.status === 'B' && (
        <Notice tone="err" title={t('tenants.isBlocked')}>
          {unit.statusReason}
        </Notice>
      )}
      {deleted && (
        <Notice
          tone="warn"
          title={t('tenants.isDeleted')}
          action={
            <Button
              size="s"
              disabledReason={unit.held.includes('deleted') ? t('tenants.action.byPlatform') : null}
              onClick={() => void changeState('restore', target)}
            >
              {t('tenants.action.restore')}
            </Button>
          }
        >
          {t('tenants.isDeletedText')}
        </Notice>
      )}
      {form.problem && (
        <Notice
          tone="err"
          action={
            form.problem.changed ? (
              <Button size="s" onClick={() => void refetch().then(({ data }) => data && form.rebase(data))}>
                {t('tenants.reload')}
              </Button>
            ) : undefined
          }
        >
          {form.problem.text}
        </Notice>
      )}
      <Tabs
        label={t('tenants.tabs')}
        tabs={names.map((name) => ({ id: name, label: t(`tenants.tab.${name}`), ...(name === 'units' && { count: unit.units }) }))}
        value={tab}
        onChange={(next) => change({ tab: next === 'data' ? null : next }, { replace: true })}
      >
        <form
          ref={fields}
          className="unit-panel"
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            void form.save();
          }}
          onKeyDown={(event) => {
            if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey)) return;
            event.preventDefault();
            void form.save();
          }}
        >
          {panel()}
        </form>
      </Tabs>
      <SaveBar
        changes={form.changed.length}
        errors={form.errors}
        saving={form.saving}
        onSave={() => void form.save()}
        onDiscard={form.reset}
      />
      {asking && <StatusDialogs asking={asking} onAsk={setAsking} onClose={() => setAsking({ ...asking, opened: false })} />}
    </div>
  );
}
