import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { can } from '../../../../domain/access/permissions.ts';
import { formatList } from '../../../../domain/format/number.ts';
import { maxPublished } from '../../../../domain/report-management/limits.ts';
import { type CallOutput, call } from '../../../app/data/api.ts';
import { useWho } from '../../../app/session/session.ts';
import { Part } from '../../../app/shell/Part.tsx';
import { type TextKey, useTranslation } from '../../../i18n.ts';
import { type Subject, subjectName } from '../../../ui/access/SubjectPicker.tsx';
import { Button, ButtonLink } from '../../../ui/Button.tsx';
import { IconArrowLeft, IconArrowRight, IconCheck, IconUserPlus } from '../../../ui/icons.ts';
import { Notice } from '../../../ui/Notice.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { UiLink } from '../../../ui/UiLink.tsx';
import { useLeaveGuard } from '../../../ui/use-leave-guard.ts';
import { GiveManyDrawer, type Given, giveMany } from '../../report-access/index.ts';
import { listPath, managePath } from '../paths.ts';
import { refreshReports } from '../queries.ts';
import { AudienceFields, startPlacing } from './AudienceFields.tsx';
import { ImportReview } from './ImportReview.tsx';
import { ReportTicks } from './ReportTicks.tsx';
import { WizardSteps } from './WizardSteps.tsx';
import { type Source, WorkspacePicker } from './WorkspacePicker.tsx';
import './wizard.css';
import { useSave } from '../../../app/data/use-save.ts';

type Outcome = CallOutput<'POST /api/auth/management/imports/publish'>;
const noOne: readonly Subject[] = [];
const steps = ['source', 'reports', 'place', 'review'] as const;

/** Publishes reports of a workspace: source, selection, target group and audience, with a review of who will see them. */
export function ImportWizard({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const who = useWho();
  const profile = who?.profile;
  const mayGrant = who !== null && can(who, 'grants.manage');
  const [step, setStep] = useState(0);
  const [source, setSource] = useState<Source | null>(null);
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const [placing, setPlacing] = useState(startPlacing);
  const [chosen, setChosen] = useState<readonly Subject[] | null>(null);
  const [given, setGiven] = useState<Given | null>(null);
  const { save, busy, problem } = useSave();
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  useLeaveGuard(ticked.size > 0 && outcome === null);
  const workspace = source?.workspace;
  const missing = [
    workspace ? null : t('manage.import.needWorkspace'),
    ticked.size === 0
      ? t('manage.import.needReports')
      : ticked.size > maxPublished
        ? t('manage.import.tooMany', { count: maxPublished })
        : null,
    chosen?.length === 0 ? t('manage.import.chosenNeed') : null,
    null,
  ][step];

  const publish = async (serviceIds: readonly string[]) => {
    if (!source || !workspace) return;
    await save(async () => {
      const done = await call('POST /api/auth/management/imports/publish', {
        ...placing,
        accountId: source.accountId,
        workspaceId: workspace.id,
        workspaceName: workspace.name,
        reports: serviceIds.map((serviceId) => ({ serviceId })),
      });
      // A retry's published reports are added to those of the first attempt.
      setOutcome((before) => ({
        ...done,
        published: [...(before?.published ?? []), ...done.published],
        told: (before?.told ?? 0) + done.told,
      }));
      // Where a model requires an RLS identity, each user's own is used; users without one are named on the last page, with a link to set
      // it.
      if (chosen && done.published.length > 0) {
        const ids = done.published.map(({ id }) => id);
        const next = await giveMany(client, ids, chosen, { as: 'own', username: '', roles: [] });
        setGiven((before) => ({
          given: [...(before?.given ?? []), ...next.given],
          refused: [...(before?.refused ?? []), ...next.refused],
        }));
      }
      refreshReports(client);
    });
  };
  const head = (text?: string) => (
    <PageHeader
      title={t('manage.import.title')}
      text={text}
      actions={<Button onClick={onClose}>{t(outcome ? 'ui.close' : 'ui.cancel')}</Button>}
    />
  );
  if (outcome) {
    return (
      <>
        {head()}
        <Result
          outcome={outcome}
          given={given}
          chosen={chosen}
          busy={busy}
          problem={problem?.text ?? null}
          onRetry={publish}
          onGiven={() => setGiven(null)}
        >
          <ButtonLink
            kind={given && given.refused.length > 0 ? 'default' : 'primary'}
            href={placing.groupId ? `${listPath(profile)}?group=${placing.groupId}` : listPath(profile)}
          >
            {t('manage.toList')}
          </ButtonLink>
        </Result>
      </>
    );
  }
  const panels: ReactNode[] = [
    <WorkspacePicker
      key="source"
      source={source}
      onChange={(next) => {
        setSource(next);
        setTicked(new Set());
      }}
    />,
    source && workspace && (
      <ReportTicks key="reports" accountId={source.accountId} workspaceId={workspace.id} ticked={ticked} onChange={setTicked} />
    ),
    <AudienceFields key="place" placing={placing} onChange={setPlacing} chosen={chosen} onChoose={mayGrant ? setChosen : undefined} />,
    source && workspace && (
      <ImportReview
        key="review"
        accountId={source.accountId}
        workspaceId={workspace.id}
        serviceIds={[...ticked]}
        placing={placing}
        chosen={chosen}
      />
    ),
  ];
  const last = step === steps.length - 1;
  return (
    <>
      {head(workspace ? t('manage.import.from', { name: workspace.name }) : t('manage.import.text'))}
      <WizardSteps label={t('manage.import.steps')} steps={steps.map((id) => t(`manage.step.${id}`))} current={step} onStep={setStep} />
      {problem && <Notice tone="err">{problem.text}</Notice>}
      <div className="manage-wizard">{panels[step]}</div>
      <div className="manage-wizard-foot">
        {step > 0 && (
          <Button icon={IconArrowLeft} onClick={() => setStep(step - 1)}>
            {t('manage.import.back')}
          </Button>
        )}
        <span className="push" />
        {last ? (
          <Button kind="primary" icon={IconCheck} loading={busy} onClick={() => void publish([...ticked])}>
            {t('manage.import.publish', { count: ticked.size })}
          </Button>
        ) : (
          <Button kind="primary" icon={IconArrowRight} disabledReason={missing} onClick={() => setStep(step + 1)}>
            {t('manage.import.next')}
          </Button>
        )}
      </div>
    </>
  );
}

type ResultProps = {
  outcome: Outcome;
  /** The result of giving access to the selected people. */
  given: Given | null;
  chosen: readonly Subject[] | null;
  onGiven: () => void;
  busy: boolean;
  problem: string | null;
  onRetry: (serviceIds: readonly string[]) => Promise<void>;
  children: ReactNode;
};

/** The result: published reports, and failed ones with reason and retry. */
function Result({ outcome, given, chosen, busy, problem, onRetry, onGiven, children }: ResultProps) {
  const { t, language } = useTranslation();
  const who = useWho();
  const mayGrant = who !== null && can(who, 'grants.manage');
  const [giving, setGiving] = useState({ opening: 0, opened: false });
  // Their identities may have been set since, so the server is asked again.
  const [again] = useState(() => (chosen ?? []).map(({ own: _, ...subject }) => subject));
  const { published, failed, told } = outcome;
  const refused = given?.refused ?? [];
  // The grants still to be made: the refused ones, or all of them if no people were selected.
  const open = refused.length > 0 ? published.filter(({ id }) => refused.some((each) => each.id === id)) : published;
  return (
    <div className="manage-wizard" role="status">
      {published.length > 0 && (
        <Notice tone="ok" title={t('manage.import.done', { count: published.length })}>
          {told > 0 && t('manage.import.told', { count: told })}
        </Notice>
      )}
      {given && given.given.length > 0 && chosen && (
        <Notice tone="ok">
          {t('manage.import.given', {
            names: formatList(
              language,
              chosen.map((subject) => subjectName(subject, t)),
            ),
          })}
        </Notice>
      )}
      {refused.length > 0 && (
        <Notice tone="warn" title={t('manage.import.notGiven')}>
          <ul>
            {refused.map(({ id, title, text }) => (
              <li key={id}>{[title, text].filter(Boolean).join(': ')}</li>
            ))}
          </ul>
        </Notice>
      )}
      {problem && <Notice tone="err">{problem}</Notice>}
      <ul className="plain-list manage-ticks">
        {published.map((report) => (
          <li key={report.id} className="manage-tick-done">
            <UiLink href={managePath(report.id)}>{report.title}</UiLink>
          </li>
        ))}
      </ul>
      {failed.length > 0 && (
        <Notice
          tone="err"
          title={t('manage.import.failed', { count: failed.length })}
          action={
            <Button size="s" loading={busy} onClick={() => void onRetry(failed.map(({ serviceId }) => serviceId))}>
              {t('ui.retry')}
            </Button>
          }
        >
          <ul>
            {failed.map(({ serviceId, reason }) => (
              // because a reason is a code of the catalogue, which has a text for it
              <li key={serviceId}>{t(reason as TextKey)}</li>
            ))}
          </ul>
        </Notice>
      )}
      <div className="row row-wrap">
        {refused.length === 0 && children}
        {mayGrant && open.length > 0 && (
          <Button
            kind={refused.length > 0 ? 'primary' : 'default'}
            icon={IconUserPlus}
            onClick={() => setGiving(({ opening }) => ({ opening: opening + 1, opened: true }))}
          >
            {t('manage.import.giveAccess', { count: open.length })}
          </Button>
        )}
        {refused.length > 0 && children}
      </div>
      {giving.opening > 0 && (
        <Part>
          <GiveManyDrawer
            key={giving.opening}
            reports={open}
            preset={refused.length > 0 ? again : noOne}
            opened={giving.opened}
            onDone={onGiven}
            onClose={() => setGiving((before) => ({ ...before, opened: false }))}
          />
        </Part>
      )}
    </div>
  );
}
