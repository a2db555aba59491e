import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { CustomerField } from '../../../domain/customers/fields.ts';
import { toRoom } from '../../../domain/tenants/room.ts';
import { normalSubdomain, suggestSubdomain } from '../../../domain/tenants/subdomain.ts';
import { useSearchValues, useSetSearch } from '../../app/address/address.ts';
import { type CallOutput, call } from '../../app/data/api.ts';
import { ApiError } from '../../app/data/api-error.ts';
import { ReadFailure } from '../../app/data/ReadFailure.tsx';
import { Reading } from '../../app/layouts/Reading.tsx';
import { errorText } from '../../app/notices/notify.ts';
import { useWho } from '../../app/session/session.ts';
import { useTranslation } from '../../i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { confirm } from '../../ui/confirm.ts';
import { useFormErrors } from '../../ui/form-errors.ts';
import { Notice } from '../../ui/Notice.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { DetailSkeleton } from '../../ui/Skeletons.tsx';
import { getLabel, toCustomerInput, useCustomerForm } from '../customers/index.ts';
import { choicesQuery, refreshTenants, subdomainQuery, useSubdomainState } from '../tenants/index.ts';
import { Done } from './Done.tsx';
import {
  emptyRegistration,
  getProblems,
  type Kind,
  openingStep,
  type Problems,
  type Registration,
  type RegistrationField,
  type Step,
  stepOfField,
  steps,
  usualLimits,
} from './draft.ts';
import { readDraft, writeDraft } from './kept-draft.ts';
import { StepFields } from './StepFields.tsx';
import { toInput } from './wire.ts';
import './registration.css';

/** Fields that have another name on the server. */
const wireNames: Partial<Record<RegistrationField, string>> = {
  adminName: 'admin.name',
  adminEmail: 'admin.email',
  adminPhone: 'admin.phone',
  main: 'theme.main',
};
const partyField = (name: string) => name.replace(/^party\./, '') as CustomerField; // because the server names fields of the party

type Props = { kind: Kind; listHref: string; onLeave: (() => void) | null };
type Choices = CallOutput<'GET /api/auth/units/choices'>;

/** The guided form: named steps with a way back, a review, and one atomic call. */
export function RegistrationForm(props: Props) {
  const { t } = useTranslation();
  return (
    <Reading
      waiting={(onRetry) => (
        <div className="page">
          <DetailSkeleton onRetry={onRetry} />
        </div>
      )}
      failure={(failed) => (
        <div className="page">
          <PageHeader title={t(`registration.title.${props.kind}`)} />
          <ReadFailure {...failed} />
        </div>
      )}
    >
      <Guided {...props} />
    </Reading>
  );
}

const knownStep = (value: string | undefined) => steps.find((each) => each === value);

/** The step is in the address, so that Back leads to the one before; the first step has no parameter. */
function useStep(opening: Step) {
  const inAddress = knownStep(useSearchValues().step) ?? 'data';
  const change = useSetSearch();
  const [opened, setOpened] = useState(false);
  const setStep = (next: Step, options?: { replace: boolean }) => change({ step: next === 'data' ? undefined : next }, options);
  // The step that the form opens on may be another than the requested one, and replaces it.
  useEffect(() => {
    if (opened) return;
    if (inAddress === opening) setOpened(true);
    else setStep(opening, { replace: true });
  });
  return { step: opened ? inAddress : opening, setStep };
}

function useKeptDraft(kind: Kind, choices: Choices) {
  const { id = '', tenant_id: tenant = '' } = useWho() as { id?: string; tenant_id?: string }; // because the cached user may be partial
  const key = `bi:registration:${kind}:${tenant}:${id}`;
  const [kept] = useState(() => readDraft(sessionStorage, key));
  const usual: Registration = {
    ...emptyRegistration,
    language: choices.language,
    adminLanguage: choices.language,
    timezone: choices.timezone,
    theme: choices.hasTheme ? 'own' : 'default',
    ...usualLimits(toRoom(choices.tree)),
  };
  const [draft, setDraft] = useState<Registration>(kept?.draft ?? usual);
  const inAddress = useSearchValues().step;
  const [opening] = useState(() => openingStep(knownStep(inAddress) ?? kept?.step ?? 'data', draft, toRoom(choices.tree)));
  const { step, setStep } = useStep(opening);
  const touched = JSON.stringify(draft) !== JSON.stringify(usual);
  const [sent, setSent] = useState(false);
  // The draft is stored on every change, so that a reload restores it.
  useEffect(() => writeDraft(sessionStorage, key, touched && !sent ? { draft, step } : null), [key, draft, step, touched, sent]);
  const restart = () => {
    writeDraft(sessionStorage, key, null);
    setDraft(usual);
    setSent(false);
  };
  return { draft, setDraft, step, setStep, touched, wasKept: kept !== null, onSent: () => setSent(true), restart, usual };
}

function Guided({ kind, listHref, onLeave }: Props) {
  const { t } = useTranslation();
  const { data: choices } = useSuspenseQuery(choicesQuery);
  const client = useQueryClient();
  const { draft, setDraft, step, setStep, touched, wasKept, onSent, restart, usual } = useKeptDraft(kind, choices);
  const party = useCustomerForm(draft.party);
  const [tried, setTried] = useState<ReadonlySet<Step>>(new Set());
  const [refused, setRefused] = useState<Partial<Record<string, string>>>({});
  const [problem, setProblem] = useState<{ text: string; requestId: string | undefined; at: Step } | null>(null);
  const [saving, setSaving] = useState(false);
  const [made, setMade] = useState<CallOutput<'POST /api/auth/units'> | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const errors = useFormErrors(form);
  /** The step that was shown last, and the one whose fields are to be checked once it is. */
  const shownStep = useRef(step);
  const faultyStep = useRef<Step | null>(null);
  useEffect(() => {
    if (shownStep.current === step) return;
    shownStep.current = step;
    heading.current?.focus();
    if (faultyStep.current === step) errors.check();
    faultyStep.current = null;
  });
  const subdomainState = useSubdomainState(draft.subdomain);
  // A partner pays for itself: the step holds its own registration data.
  const shown = kind === 'partner' ? { ...draft, payer: 'new' as const } : draft;
  const hasParty = shown.payer === 'new';
  const set = <F extends RegistrationField>(field: F, value: Registration[F]) => {
    setDraft((before) => ({
      ...before,
      [field]: value,
      // The sub-domain follows the company's name until the user edits it.
      ...(field === 'name' && before.subdomain === suggestSubdomain(before.name) ? { subdomain: suggestSubdomain(String(value)) } : {}),
    }));
    setRefused(({ [field]: _, [wireNames[field] ?? field]: __, ...others }) => others);
  };
  const setParty: typeof party.set = (field, value) => {
    party.set(field, value);
    setDraft((before) => ({ ...before, party: { ...before.party, [field]: value } }));
  };
  const room = toRoom(choices.tree);
  const problems: Problems = tried.has(step) ? getProblems(step, shown, room) : {};
  /** As far as this page knows; a payer's own form is checked where it is left. */
  const isComplete = (each: Step): boolean =>
    Object.keys(getProblems(each, shown, room)).length === 0 &&
    !(each === 'subdomain' && (subdomainState === 'taken' || subdomainState === 'reserved'));
  const isRight = (each: Step): boolean => isComplete(each) && (each !== 'payer' || !hasParty || party.check());
  const go = (next: Step) => {
    setStep(next);
    setProblem(null);
    errors.clear();
  };
  const at = steps.indexOf(step);
  const following = steps[at + 1] ?? 'review';
  /** The next step that still needs something: those before it hold what is usual. */
  const needed = steps.slice(at + 1).find((each) => (each === 'payer' && hasParty) || !isComplete(each)) ?? 'review';
  /** Validates a step on the server when the user leaves it, instead of after the last one. */
  const isAccepted = async (each: Step): Promise<boolean> => {
    if (each === 'subdomain') {
      const { outcome } = await client.fetchQuery(subdomainQuery(normalSubdomain(shown.subdomain)));
      return outcome === 'free';
    }
    if (!(each === 'payer' && hasParty) && !(each === 'admin' && shown.adminPhone.trim())) return true;
    const asked = each === 'payer' ? { party: toCustomerInput(shown.party) } : { phone: shown.adminPhone, timezone: shown.timezone };
    const { refused: found } = await call('POST /api/auth/units/check', { kind, ...asked });
    for (const { field, code } of found) {
      if (field.startsWith('party.')) {
        const name = partyField(field);
        const said =
          code === 'document_taken' || code === 'customer_code_taken' ? t(code) : t('ui.form.invalid', { name: t(getLabel(name)) });
        party.refuse(name, said);
      } else setRefused((before) => ({ ...before, [field]: t('ui.form.invalid', { name: t('registration.admin.phone') }) }));
    }
    return found.length === 0;
  };
  const send = async () => {
    setSaving(true);
    setProblem(null);
    try {
      const answer = await call('POST /api/auth/units', toInput(kind, shown));
      onSent();
      refreshTenants(client);
      setMade(answer);
    } catch (error) {
      const field = error instanceof ApiError ? error.field : undefined;
      const text = errorText(error);
      const faulty = field ? stepOfField(field) : step;
      if (field) {
        if (field.startsWith('party.')) party.refuse(partyField(field), text);
        else setRefused((before) => ({ ...before, [field]: text }));
        faultyStep.current = faulty;
        go(faulty);
      }
      setProblem({ text, requestId: error instanceof ApiError ? error.requestId : undefined, at: faulty });
    } finally {
      setSaving(false);
    }
  };
  /** Goes on to a later step, or to the first one on the way that the server refuses. */
  const leaveFor = async (next: Step) => {
    setSaving(true);
    setProblem(null);
    try {
      const passed = steps.slice(at, steps.indexOf(next));
      setTried((before) => new Set([...before, ...passed]));
      for (const each of passed) {
        if (await isAccepted(each)) continue;
        if (each === step) return void setTimeout(() => errors.check());
        faultyStep.current = each;
        return go(each);
      }
      go(next);
    } catch (error) {
      setProblem({ text: errorText(error), requestId: error instanceof ApiError ? error.requestId : undefined, at: step });
    } finally {
      setSaving(false);
    }
  };
  const goOn = (next: Step) => {
    if (saving) return;
    setTried((before) => new Set([...before, step]));
    if (isRight(step)) void leaveFor(next);
    else errors.check();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (step !== 'review') return goOn(following);
    if (saving) return;
    const wrong = steps.find((each) => each !== 'review' && !isRight(each));
    if (!wrong) return void send();
    setTried(new Set(steps));
    go(wrong);
  };
  const discard = async () => {
    const agreed = await confirm({
      title: t('ui.confirm.discard.title'),
      text: t('registration.discard'),
      yes: t('ui.confirm.discard.yes'),
      no: t('ui.confirm.discard.no'),
      danger: true,
      typed: draft.name.trim() || undefined,
    });
    if (!agreed) return;
    restart();
    party.load(usual.party);
    setTried(new Set());
    if (onLeave) onLeave();
    else go('data');
  };
  if (made)
    return (
      <Done
        kind={kind}
        made={made}
        draft={shown}
        listHref={listHref}
        onAnother={() => {
          setMade(null);
          restart();
          party.load(usual.party);
          setTried(new Set());
          setStep('data', { replace: true });
        }}
      />
    );
  const lastReached = wasKept || touched ? steps.length : at;
  return (
    <div className="page registration">
      <PageHeader title={t(`registration.title.${kind}`)} text={t(`registration.text.${kind}`)} />
      <ol className="registration-steps" aria-label={t('registration.steps')}>
        {steps.map((each, index) => (
          <li key={each} aria-current={each === step ? 'step' : undefined} data-done={index < at || undefined}>
            {index < at || (index <= lastReached && tried.has(each)) ? (
              <button type="button" onClick={() => go(each)}>
                <span className="registration-number num">{index + 1}</span> {t(`registration.step.${each}`)}
              </button>
            ) : (
              <span>
                <span className="registration-number num">{index + 1}</span> {t(`registration.step.${each}`)}
              </span>
            )}
          </li>
        ))}
      </ol>
      <form ref={form} className="card card-pad registration-form" noValidate onSubmit={submit}>
        <h2 ref={heading} tabIndex={-1}>
          {t(`registration.step.${step}`)}
        </h2>
        <p className="muted">{t(`registration.help.${step}`)}</p>
        {problem?.at === step && (
          <Notice
            tone="err"
            action={problem.requestId ? <CopyButton text={problem.requestId}>{t('ui.copyErrorCode')}</CopyButton> : undefined}
          >
            {problem.text}
          </Notice>
        )}
        <StepFields
          step={step}
          kind={kind}
          draft={shown}
          set={set}
          party={{ draft: party.draft, set: setParty, getError: party.getError }}
          problems={problems}
          refused={refused}
          choices={choices}
          onGo={go}
        />
        <div className="registration-foot">
          {touched && (
            <Button kind="text" onClick={() => void discard()}>
              {t('registration.startAgain')}
            </Button>
          )}
          <p className="small registration-count" role="status">
            {errors.count > 0 && t('ui.form.errors', { count: errors.count })}
          </p>
          {onLeave && at === 0 && <Button onClick={onLeave}>{t('ui.cancel')}</Button>}
          {at > 0 && <Button onClick={() => go(steps[at - 1] ?? 'data')}>{t('registration.back')}</Button>}
          {needed !== following && step !== 'review' && (
            <Button onClick={() => goOn(needed)}>{t('registration.skipTo', { step: t(`registration.step.${needed}`) })}</Button>
          )}
          <Button kind="primary" type="submit" loading={saving}>
            {step === 'review' ? t(`registration.submit.${kind}`) : t('registration.next')}
          </Button>
        </div>
      </form>
    </div>
  );
}
