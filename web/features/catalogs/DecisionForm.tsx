import { Select, Textarea } from '@mantine/core';
import { useState } from 'react';
import { can } from '../../../domain/access/permissions.ts';
import { maxReason } from '../../../domain/catalogs/request.ts';
import { dayAfter, dayIn, type GrantWire, startingDraft, toGrantFields } from '../../../domain/report-access/draft.ts';
import { releases } from '../../../domain/report-access/grant-rule.ts';
import { call } from '../../app/data/api.ts';
import { ApiError } from '../../app/data/api-error.ts';
import { SaveRefusal } from '../../app/data/SaveRefusal.tsx';
import { useSave } from '../../app/data/use-save.ts';
import { useZone } from '../../app/data/use-zone.ts';
import { TellAdministrator } from '../../app/notices/TellAdministrator.tsx';
import { useWho } from '../../app/session/session.ts';
import { useDrawerGuard } from '../../app/shell/drawer-guard.ts';
import { Part } from '../../app/shell/Part.tsx';
import { useTranslation } from '../../i18n.ts';
import { confirmIdentity } from '../../ui/access/confirm-identity.ts';
import { confirmRelease } from '../../ui/access/confirm-release.ts';
import { IdentityForm } from '../../ui/access/IdentityForm.tsx';
import { useGrantForm } from '../../ui/access/use-grant-form.ts';
import { Button } from '../../ui/Button.tsx';
import { DrawerForm } from '../../ui/FormDrawer.tsx';
import { IconEye } from '../../ui/icons.ts';
import { Segmented } from '../../ui/Segmented.tsx';
import { toast } from '../../ui/toast.ts';
import { useForm } from '../../ui/use-form.ts';
import { useIdentityTokens } from '../custom-fields/index.ts';
import { PreviewDialog, valuesOfReport } from '../report-access/index.ts';
import { type OneRequest, refreshCatalogs } from './queries.ts';
import { RequestFacts } from './RequestFacts.tsx';
import { useRequestRoles } from './use-request-roles.ts';

type Props = { request: OneRequest; opened: boolean; onClose: () => void };
type Choice = 'grant' | 'group' | 'deny' | 'revoke' | 'lift';
type Answer = { group: string | null; reason: string };

const getPreview = (id: string, { identity, filters }: GrantWire) =>
  call('POST /api/auth/catalog-requests/{id}/preview', { id, identity, filters });

/** The service's objection to an identity; null when it accepts it. */
async function tryIdentity(id: string, wire: GrantWire): Promise<string | null> {
  try {
    await getPreview(id, wire);
    return null;
  } catch (error) {
    if (error instanceof ApiError && error.status === 'report_identity_refused')
      return wire.identity.as === 'fixed' ? wire.identity.roles.join(', ') : '';
    throw error;
  }
}

const noRestriction = { needsIdentity: false, needsRoles: false, ignoresRls: false, restriction: 'none' as const };
const getChoices = (request: OneRequest): readonly Choice[] => {
  if (request.state === 'granted') return ['revoke'];
  if (request.state === 'denied') return ['lift'];
  return request.userGroups.length > 0 ? ['grant', 'group', 'deny'] : ['grant', 'deny'];
};

/**
 * Decides a request: grant with an identity and an expiry, grant through a user group, or refuse with a reason. The first decision wins.
 */
export function DecisionForm({ request, opened, onClose }: Props) {
  const { t } = useTranslation();
  const tokens = useIdentityTokens();
  const zone = useZone();
  const who = useWho();
  const administers = who !== null && can(who, 'grants.manage');
  useRequestRoles(request);
  const report = request.restriction ?? noRestriction;
  const choices = getChoices(request);
  const [choice, setChoice] = useState<Choice>(choices[0] ?? 'grant');
  const wished = request.wishedDays === null ? '' : dayAfter(dayIn(Date.now(), zone), request.wishedDays);
  const grant = useGrantForm({
    report,
    zone,
    grant: toGrantFields({ ...startingDraft(report), until: wished }, zone),
  });
  const needsReason = choice === 'deny' || choice === 'revoke';
  const form = useForm<Answer>({
    start: { group: null, reason: '' },
    problems: ({ group, reason }) => ({
      ...(choice === 'group' && !group ? { group: t('ui.form.required', { name: t('catalogs.group') }) } : {}),
      ...(needsReason && !reason.trim() ? { reason: t('ui.form.required', { name: t('catalogs.reason') }) } : {}),
    }),
  });
  const { group, reason } = form.draft;
  const { save, busy, problem, clear } = useSave({ refresh: refreshCatalogs });
  const [preview, setPreview] = useState<{ opening: number; opened: boolean }>({ opening: 0, opened: false });
  const dirty = grant.dirty || reason !== '' || group !== null;
  const { leave } = useDrawerGuard(opened, dirty);
  const close = () => leave(onClose);

  const send = async (): Promise<boolean> => {
    const { id } = request;
    if (choice === 'lift') await call('POST /api/auth/catalog-requests/{id}/lift', { id });
    else if (choice === 'deny' || choice === 'revoke')
      await call('POST /api/auth/catalog-requests/{id}/{action}', { id, action: choice, reason });
    else if (choice === 'group')
      await call('POST /api/auth/catalog-requests/{id}/grant', { id, userGroup: group, identity: { as: 'none' } });
    else {
      const wire = grant.wire();
      const confirmed = await confirmRelease({
        report: { ...report, title: request.report?.title ?? '' },
        mayRelease: request.mayRelease,
        who: request.person.name,
        filters: wire.filters.length,
      });
      if (!confirmed || !(await confirmIdentity(wire, () => tryIdentity(id, wire)))) return false;
      await call('POST /api/auth/catalog-requests/{id}/grant', { id, ...wire, confirmed: true });
    }
    return true;
  };
  // Options this approver may not grant are not offered: the server would refuse them after the form is filled in.
  const forbidden = choice === 'grant' && releases(report) && !request.mayRelease && t('access.release.forbidden');
  const submit = async () => {
    if (forbidden) return;
    clear();
    if (!form.check() || (choice === 'grant' && !grant.check())) return;
    await save(async () => {
      if (!(await send())) return;
      toast.success(t(`catalogs.done.${choice}`), { text: request.report?.title });
      close();
    });
  };
  return (
    <>
      <DrawerForm
        title={t('catalogs.request')}
        text={request.report?.title}
        dirty={opened && dirty}
        saving={busy}
        submitLabel={t(`catalogs.submit.${choice}`)}
        submitDisabledReason={forbidden}
        problem={problem && <SaveRefusal refusal={problem} reloadLabel={t('ui.retry')} onReload={clear} />}
        onSubmit={submit}
        onClose={close}
      >
        <RequestFacts request={request} />
        {choices.length > 1 && (
          <Segmented
            label={t('catalogs.decision')}
            segments={choices.map((value) => ({ value, label: t(`catalogs.choice.${value}`) }))}
            value={choice}
            onChange={(next) => {
              setChoice(next);
              // Another decision has errors of its own: none is shown before the first attempt.
              form.load(form.draft);
              clear();
            }}
          />
        )}
        {choice === 'grant' && (
          <>
            <IdentityForm
              form={grant}
              options={request.options}
              tokens={tokens}
              openRole={request.restriction?.openRole ?? null}
              mayRelease={request.mayRelease}
              toValues={request.report && administers ? valuesOfReport(request.report.id) : undefined}
            />
            <div className="row row-wrap">
              {forbidden && request.report && <TellAdministrator problem="release" report={request.report.id} note={request.person.name} />}
              <Button
                disabledReason={forbidden}
                icon={IconEye}
                onClick={() => {
                  if (grant.check()) setPreview((before) => ({ opening: before.opening + 1, opened: true }));
                }}
              >
                {t('access.preview', { name: request.person.name })}
              </Button>
            </div>
          </>
        )}
        {choice === 'group' && (
          <>
            <p className="small muted">{t('catalogs.groupHelp')}</p>
            <Select
              label={t('catalogs.group')}
              data={request.userGroups.map(({ id, name, people }) => ({
                value: id,
                label: t('catalogs.groupOption', { name, count: people }),
              }))}
              value={group}
              onChange={(id) => form.set('group', id)}
              error={form.getError('group')}
              comboboxProps={{ zIndex: 320 }}
              withScrollArea={false}
            />
          </>
        )}
        {needsReason && (
          <Textarea
            label={t('catalogs.reason')}
            description={t(choice === 'deny' ? 'catalogs.denyHelp' : 'catalogs.revokeHelp')}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            value={reason}
            onChange={(event) => form.set('reason', event.currentTarget.value)}
            error={form.getError('reason')}
            maxLength={maxReason}
            autosize
            minRows={3}
            maxRows={8}
          />
        )}
        {choice === 'lift' && <p>{t('catalogs.liftHelp')}</p>}
      </DrawerForm>
      {preview.opening > 0 && (
        <Part>
          <PreviewDialog
            key={preview.opening}
            name={request.person.name}
            asked={[request.id, grant.wire()]}
            load={() => getPreview(request.id, grant.wire())}
            opened={preview.opened}
            onClose={() => setPreview((before) => ({ ...before, opened: false }))}
          />
        </Part>
      )}
    </>
  );
}
