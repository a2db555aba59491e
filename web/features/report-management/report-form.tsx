import { useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useState } from 'react';
import type { ManagedReport } from '../../../domain/report-management/contract.ts';
import { useSetSearch } from '../../app/address.ts';
import { call } from '../../app/api.ts';
import { ApiError } from '../../app/api-error.ts';
import { errorText } from '../../app/notify.ts';
import { useRouteGuard } from '../../app/route-guard.ts';
import { type Refusal, refusalOf } from '../../app/SaveRefusal.tsx';
import { useTranslation } from '../../i18n.ts';
import { focusFirstWrong } from '../../ui/form-errors.ts';
import { toast } from '../../ui/toast.ts';
import { unsent } from '../../ui/unsent.ts';
import { refusedField, useCustomFields } from '../custom-fields/index.ts';
import { managedKeys, oneQuery, refreshReports } from './queries.ts';
import { changedFields, type DraftField, draftOf, draftProblems, type ReportDraft, tabOf, valuesProblems } from './report-draft.ts';

/** One form over several tabs: what was typed lies over what the server has, and is saved as one. */
function useForm(report: ManagedReport) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const change = useSetSearch();
  const [edits, setEdits] = useState<Partial<ReportDraft>>({});
  // The version over which the first edit was made; a newer one from the server is not overwritten unasked.
  const [began, setBegan] = useState<number | null>(null);
  const [tried, setTried] = useState(false);
  const [saving, setSaving] = useState(false);
  const [refused, setRefused] = useState<Partial<Record<DraftField, string>>>({});
  const [problem, setProblem] = useState<Refusal | null>(null);
  const { fields, own } = useCustomFields('report');
  const [refusedValue, setRefusedValue] = useState<Record<string, string>>({});
  const base = draftOf(report);
  const draft: ReportDraft = { ...base, ...edits };
  const changed = changedFields(base, draft);
  const wrongValues = valuesProblems(
    fields,
    draft.custom,
    report.custom,
    changed.some((field) => tabOf(field) === 'data'),
  );
  const problems = draftProblems(draft, Object.keys(wrongValues).length > 0);

  const clear = () => {
    setEdits({});
    setBegan(null);
    reset();
  };
  const reset = () => {
    setTried(false);
    setRefused({});
    setRefusedValue({});
    setProblem(null);
  };

  const explain = (error: unknown) => {
    const value = refusedField(error, fields);
    if (value) {
      setRefusedValue({ [value.key]: value.text });
      change({ tab: tabOf('custom') }, { replace: true });
      focusFirstWrong();
      return;
    }
    const field = error instanceof ApiError ? (Object.keys(base) as DraftField[]).find((name) => name === error.field) : undefined; // because Object.keys loses the literal type
    if (field) {
      setRefused({ [field]: errorText(error) });
      change({ tab: tabOf(field) }, { replace: true });
      return;
    }
    setProblem(refusalOf(error));
  };

  return {
    report,
    custom: { fields, own, problems: tried || 'custom' in edits ? wrongValues : {}, refused: refusedValue },
    draft,
    changed,
    errors: tried ? Object.keys(problems).length : 0,
    saving,
    problem,
    set<Field extends DraftField>(field: Field, value: ReportDraft[Field]) {
      setBegan((before) => (Object.keys(edits).length === 0 ? report.version : (before ?? report.version)));
      setEdits((before) => ({ ...before, [field]: value }));
      setRefused(({ [field]: _, ...others }) => others);
    },
    errorOf(field: DraftField): string | undefined {
      const own = tried || field in edits ? problems[field] : undefined;
      return own ? t(own, { name: t(`manage.field.${field as 'title'}`) }) : refused[field]; // because only fields with a problem are asked
    },
    discard: clear,
    /** Something of this report was saved apart from the form, as its cover: what is typed goes on over the new version. */
    moved(version: number) {
      setBegan((before) => (before === null ? null : version));
      client.setQueryData<ManagedReport>(managedKeys.one(report.id), (known) => known && { ...known, version });
    },
    async reload() {
      const fresh = await client.fetchQuery({ ...oneQuery(report.id), staleTime: 0 });
      setBegan(fresh.version);
      setProblem(null);
    },
    async save() {
      setTried(true);
      const [wrong] = Object.keys(problems) as DraftField[]; // because its keys are fields
      if (wrong) {
        change({ tab: tabOf(wrong) }, { replace: true });
        focusFirstWrong();
        return;
      }
      setSaving(true);
      setProblem(null);
      try {
        const { link } = await call('PUT /api/auth/management/reports/{id}', {
          ...draft,
          // Of the values only those that are in force; one that was taken out is told as such.
          custom: Object.fromEntries(fields.map(({ key }) => [key, draft.custom[key] ?? null])),
          id: report.id,
          version: began ?? report.version,
        });
        const { version } = await client.fetchQuery({ ...oneQuery(report.id), staleTime: 0 });
        // What was typed meanwhile goes on over the version that the save made.
        setEdits((now) => unsent(now, edits));
        setBegan(version);
        reset();
        refreshReports(client);
        toast.success(t('manage.saved'), link ? { text: t(`manage.link.${link}`) } : {});
      } catch (error) {
        explain(error);
      } finally {
        setSaving(false);
      }
    },
  };
}

export type ReportForm = ReturnType<typeof useForm>;
const Form = createContext<ReportForm | null>(null);

/** Gives the tabs of one report their form, and asks before what was typed is left behind. */
export function ReportFormProvider({ report, children }: { report: ManagedReport; children: (form: ReportForm) => ReactNode }) {
  const form = useForm(report);
  const dirty = form.changed.length > 0;
  // Another tab of the same report leaves nothing behind.
  useRouteGuard(dirty, []);
  return <Form value={form}>{children(form)}</Form>;
}

/** The form of the report that is being managed. */
export function useReportForm(): ReportForm {
  const form = useContext(Form);
  if (!form) throw new Error('no report is being managed here');
  return form;
}
