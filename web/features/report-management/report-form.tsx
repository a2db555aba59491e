import { useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useState } from 'react';
import type { ManagedReport } from '../../../domain/report-management/contract.ts';
import { type ReportDraft, type ReportField, reportFields } from '../../../domain/report-management/fields.ts';
import { useSetSearch } from '../../app/address/address.ts';
import { call } from '../../app/data/api.ts';
import { useSave } from '../../app/data/use-save.ts';
import { useRouteGuard } from '../../app/routes/route-guard.ts';
import { useTranslation } from '../../i18n.ts';
import { focusFirstWrong } from '../../ui/form-errors.ts';
import { toast } from '../../ui/toast.ts';
import { problemTexts, useForm } from '../../ui/use-form.ts';
import { refusedField, useCustomFields } from '../custom-fields/index.ts';
import { managedKeys, oneQuery } from './loader.ts';
import { refreshReports } from './queries.ts';
import { draftProblems, getTab, sameField, toDraft, valuesProblems } from './report-draft.ts';

/** One form over several tabs: the draft overlays the server's version, and is saved as a whole. */
function useOwnForm(report: ManagedReport) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const change = useSetSearch();
  const { fields, own } = useCustomFields('report');
  const [refusedValue, setRefusedValue] = useState<Record<string, string>>({});
  const toValues = (draft: ReportDraft, base: ReportDraft) => {
    const ofTab = reportFields.filter((field) => getTab(field) === 'data');
    const isTouched = ofTab.some((field) => !sameField(field, base, draft));
    return valuesProblems(fields, draft.custom, report.custom, isTouched);
  };
  const form = useForm<ReportDraft>({
    start: toDraft(report),
    problems: (draft, base) =>
      problemTexts(
        draftProblems(draft, Object.keys(toValues(draft, base)).length > 0),
        (problem, field) => t(problem, { name: t(`manage.field.${field as 'title'}`) }), // because only fields that can be wrong are named
      ),
    tellsEdited: true,
    same: sameField,
  });
  const { draft, changed } = form;
  // A newer version replaces an unedited form at once; an edited one only when the user asks for it.
  if (form.version !== report.version && !form.dirty) form.load(toDraft(report), report.version);
  const { save, busy, problem, clear } = useSave({
    fields: reportFields,
    refuseAt(field, text) {
      form.refuse(field, text);
      change({ tab: getTab(field) }, { replace: true });
    },
  });
  const sendDraft = async () => {
    setRefusedValue({});
    try {
      return await call('PUT /api/auth/management/reports/{id}', {
        ...draft,
        // Only the values of active fields; a removed value is sent as null.
        custom: Object.fromEntries(fields.map(({ key }) => [key, draft.custom[key] ?? null])),
        id: report.id,
        version: form.version,
      });
    } catch (error) {
      const value = refusedField(error, fields);
      if (value) {
        setRefusedValue({ [value.key]: value.text });
        focusFirstWrong();
      }
      throw error;
    }
  };

  return {
    report,
    custom: {
      fields,
      own,
      problems: form.tried || form.changed.includes('custom') ? toValues(draft, form.base) : {},
      refused: refusedValue,
    },
    draft,
    changed,
    errors: form.errors,
    saving: busy,
    problem,
    set: form.set,
    getError: form.getError,
    discard() {
      form.reset();
      setRefusedValue({});
      clear();
    },
    /** A part of this report was saved outside the form, such as its cover: the draft continues on the new version. */
    moved(version: number) {
      form.setVersion(version);
      client.setQueryData<ManagedReport>(managedKeys.one(report.id), (known) => known && { ...known, version });
    },
    async reload() {
      const fresh = await client.fetchQuery({ ...oneQuery(report.id), staleTime: 0 });
      form.rebase(toDraft(fresh), fresh.version);
      clear();
    },
    async save() {
      clear();
      if (!form.check()) {
        const [wrong = ''] = Object.keys(form.problems);
        change({ tab: getTab(wrong as ReportField) }, { replace: true }); // because its keys are fields
        focusFirstWrong();
        return;
      }
      await save(async () => {
        const { link } = await sendDraft();
        const fresh = await client.fetchQuery({ ...oneQuery(report.id), staleTime: 0 });
        form.settle(draft, toDraft(fresh), fresh.version);
        refreshReports(client);
        toast.success(t('manage.saved'), link ? { text: t(`manage.link.${link}`) } : {});
      });
    },
  };
}

export type ReportForm = ReturnType<typeof useOwnForm>;
const Form = createContext<ReportForm | null>(null);

/** Provides the form to the tabs of one report, and confirms before unsaved input is lost. */
export function ReportFormProvider({ report, children }: { report: ManagedReport; children: (form: ReportForm) => ReactNode }) {
  const form = useOwnForm(report);
  const dirty = form.changed.length > 0;
  // Switching tabs of the same report loses nothing.
  useRouteGuard(dirty, []);
  return <Form value={form}>{children(form)}</Form>;
}

/** The form of the managed report. */
export function useReportForm(): ReportForm {
  const form = useContext(Form);
  if (!form) throw new Error('no report is being managed here');
  return form;
}
