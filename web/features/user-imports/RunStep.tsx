import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { can } from '../../../domain/access/permissions.ts';
import { formatNumber } from '../../../domain/format/number.ts';
import { rowViews } from '../../../domain/user-imports/limits.ts';
import { call } from '../../app/data/api.ts';
import { useSave } from '../../app/data/use-save.ts';
import { toastError } from '../../app/notices/notify.ts';
import { useWho } from '../../app/session/session.ts';
import { useTranslation } from '../../i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { Chip } from '../../ui/Chip.tsx';
import { confirm } from '../../ui/confirm.ts';
import { IconArrowLeft, IconDownload, IconPlayerPlay, IconRefresh, IconUserPlus, IconUsersPlus } from '../../ui/icons.ts';
import { Notice } from '../../ui/Notice.tsx';
import { ProgressBar } from '../../ui/ProgressBar.tsx';
import { GiveAccess } from './GiveAccess.tsx';
import { refreshImport, type UserImport } from './queries.ts';
import { ReviewTable } from './ReviewTable.tsx';
import { Seats } from './Seats.tsx';
import { Sums } from './Sums.tsx';
import type { Address } from './use-import-address.ts';
import { useResult } from './use-result.ts';

type Props = { whole: UserImport; address: Address };

/** The last step: what will happen, then the progress by row, then the result. */
export function RunStep({ whole, address }: Props) {
  return whole.state === 'review' ? <Plan whole={whole} address={address} /> : <Progress whole={whole} address={address} />;
}

function Plan({ whole, address }: Props) {
  const { t } = useTranslation();
  const { save, busy, problem } = useSave({ refresh: (client) => void refreshImport(client) });
  const { counts } = whole;
  const start = () => save(() => call('POST /api/auth/user-imports/{id}/start', { id: whole.id, ignore: address.ignore }));
  const lines = [
    ...(counts.added > 0 ? [t('userImport.plan.added', { count: counts.added })] : []),
    ...(counts.updated > 0 ? [t('userImport.plan.updated', { count: counts.updated })] : []),
    ...(whole.newGroups.length > 0 ? [t('userImport.plan.groups', { names: whole.newGroups.join(', ') })] : []),
    ...(counts.added > 0 ? [t(whole.choices.invite ? 'userImport.plan.invite' : 'userImport.plan.noInvite')] : []),
    ...(counts.problems > 0 ? [t('userImport.plan.ignored', { count: counts.problems })] : []),
  ];
  const blocked =
    counts.ready === 0
      ? t('userImport.nothingReady')
      : counts.problems > 0 && !address.ignore
        ? t('userImport.shown', { count: counts.problems })
        : null;
  return (
    <>
      <Sums counts={counts} />
      <Seats whole={whole} />
      <section className="card import-plan" aria-labelledby="import-plan">
        <h2 id="import-plan">{t('userImport.plan')}</h2>
        <ul>
          {lines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
        <p className="muted small">{t('userImport.plan.goesOn')}</p>
      </section>
      <Administrators whole={whole} />
      {problem && <Notice tone="err">{problem.text}</Notice>}
      <div className="import-foot">
        <Button icon={IconArrowLeft} onClick={() => address.go(3, { ignore: address.ignore })}>
          {t('userImport.toReview')}
        </Button>
        <span className="push" />
        <Button kind="primary" icon={IconPlayerPlay} loading={busy} disabledReason={blocked} onClick={() => void start()}>
          {t('userImport.start', { count: counts.ready })}
        </Button>
      </div>
    </>
  );
}

/** Lists who will become an administrator before the import runs, because a wrong cell easily makes one. */
function Administrators({ whole: { administrators } }: Pick<Props, 'whole'>) {
  const { t } = useTranslation();
  const { count, rows } = administrators;
  if (count === 0) return null;
  const named = rows.map(({ n, name }) => t('userImport.plan.row', { n, name })).join(', ');
  const more = count - rows.length;
  return (
    <Notice tone="warn" title={t('userImport.plan.administrators', { count })}>
      {more > 0 ? t('userImport.plan.rowsMore', { rows: named, count: more }) : named}
    </Notice>
  );
}

const shown = ['all', 'pending', 'failed', 'success'] as const;

function Progress({ whole, address }: Props) {
  const { t, language } = useTranslation();
  const client = useQueryClient();
  const { busy, download } = useResult();
  const running = whole.state === 'running';
  const view = rowViews.find((each) => each === address.view) ?? (running || whole.failed === 0 ? 'all' : 'failed');
  const { counts } = whole;
  const done = counts.success + counts.failed;
  const act = async (verb: 'cancel' | 'reopen') => {
    try {
      if (verb === 'cancel') await call('POST /api/auth/user-imports/{id}/cancel', { id: whole.id });
      else await call('POST /api/auth/user-imports/{id}/reopen', { id: whole.id });
      if (verb === 'reopen') address.go(3);
    } catch (error) {
      toastError(error);
    } finally {
      void refreshImport(client);
    }
  };
  const cancel = async () => {
    const words = {
      title: t('userImport.cancelAsk'),
      text: t('userImport.cancelText'),
      yes: t('userImport.cancel'),
      no: t('userImport.cancelKeep'),
    };
    if (await confirm(words)) await act('cancel');
  };
  const numbers = { all: done + counts.pending, pending: counts.pending, failed: counts.failed, success: counts.success };
  return (
    <>
      <div className="import-progress" role="status">
        {running ? (
          <>
            <p>{t('userImport.running', { done: formatNumber(language, done), total: formatNumber(language, whole.total) })}</p>
            <ProgressBar value={whole.total ? done / whole.total : 0} label={t('userImport.step.run')} />
            <p className="muted small">{t('userImport.plan.goesOn')}</p>
          </>
        ) : (
          <Outcome whole={whole} />
        )}
      </div>
      <div className="import-tools">
        {shown.map((each) => (
          <Chip key={each} on={view === each} count={formatNumber(language, numbers[each])} onClick={() => address.show(each)}>
            {each === 'all' ? t('userImport.view.all') : t(`userImport.state.${each}`)}
          </Chip>
        ))}
      </div>
      <ReviewTable whole={whole} input={{ view, search: address.find, page: address.page }} onPage={address.onPage} />
      <div className="import-foot">
        {running ? (
          <Button onClick={() => void cancel()}>{t('userImport.cancel')}</Button>
        ) : (
          <>
            <Button icon={IconDownload} loading={busy} onClick={() => void download(whole.id, 'all')}>
              {t('userImport.downloadResult')}
            </Button>
            {counts.failed + counts.pending > 0 && (
              <Button icon={IconRefresh} onClick={() => void act('reopen')}>
                {t('userImport.reopen')}
              </Button>
            )}
            <GiveButton whole={whole} />
            <Button icon={IconUserPlus} onClick={() => address.go(1, { id: null })}>
              {t('userImport.another')}
            </Button>
          </>
        )}
        <span className="push" />
        <Button kind="primary" onClick={address.leave}>
          {t('userImport.toUsers')}
        </Button>
      </div>
    </>
  );
}

/** The next step after an import: access for those who came with it. */
function GiveButton({ whole }: { whole: UserImport }) {
  const { t } = useTranslation();
  const who = useWho();
  const [giving, setGiving] = useState({ opening: 0, opened: false });
  if (whole.succeeded === 0 || !who || !can(who, 'userGroups.edit')) return null;
  return (
    <>
      <Button icon={IconUsersPlus} onClick={() => setGiving(({ opening }) => ({ opening: opening + 1, opened: true }))}>
        {t('userImport.give', { count: whole.succeeded })}
      </Button>
      {giving.opening > 0 && (
        <GiveAccess
          key={giving.opening}
          whole={whole}
          opened={giving.opened}
          onClose={() => setGiving((before) => ({ ...before, opened: false }))}
        />
      )}
    </>
  );
}

/** The result in a sentence (Spec 8, import). */
function Outcome({ whole }: { whole: UserImport }) {
  const { t } = useTranslation();
  const registered = t('userImport.registered', { count: whole.succeeded });
  if (whole.state === 'cancelled') return <Notice tone="warn">{t('userImport.cancelled', { count: whole.succeeded })}</Notice>;
  if (whole.failed === 0) {
    return (
      <Notice tone="ok" title={t('userImport.done')}>
        {registered}
      </Notice>
    );
  }
  return (
    <Notice tone="warn" title={t('userImport.notRegistered', { count: whole.failed })}>
      {registered}
    </Notice>
  );
}
