import { useQuery } from '@tanstack/react-query';
import { useBreadcrumb } from '../../app/address/breadcrumb.ts';
import { errorText } from '../../app/notices/notify.ts';
import { useTranslation } from '../../i18n.ts';
import { Button } from '../../ui/Button.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { ListSkeleton } from '../../ui/Skeletons.tsx';
import { MapStep } from './MapStep.tsx';
import { importQuery, type UserImport } from './queries.ts';
import { ReviewStep } from './ReviewStep.tsx';
import { RunStep } from './RunStep.tsx';
import { StepBar } from './StepBar.tsx';
import { UploadStep } from './UploadStep.tsx';
import { type StepNumber, useImportAddress } from './use-import-address.ts';
import './user-imports.css';
import './import-rows.css';

/** The steps available for an import in its state: a running or finished one has only the last. */
function stepsOf(whole: UserImport | undefined): StepNumber[] {
  if (!whole) return [1];
  if (whole.state === 'mapping') return [1, 2];
  return whole.state === 'review' ? [1, 2, 3, 4] : [4];
}

/** Imports users from a file or another unit, in four steps (Spec 4, user import). Mounted where the address has `?import=`. */
export function UserImportWizard() {
  const { t } = useTranslation();
  const address = useImportAddress();
  const { id } = address;
  const { data: whole, error, refetch } = useQuery({ ...importQuery(id ?? ''), enabled: id !== null });
  useBreadcrumb([{ label: t('userImport.crumb.manage') }, { label: t('userImport.crumb.users') }, { label: t('userImport.crumb.import') }]);
  const open = stepsOf(id ? whole : undefined);
  const step = open.includes(address.step) ? address.step : (open.at(-1) ?? 1);
  const text =
    !whole || !id
      ? t('userImport.text')
      : whole.sheet
        ? t('userImport.ofSheet', { name: whole.name, sheet: whole.sheet, count: whole.counts.read })
        : t('userImport.of', { name: whole.name, count: whole.counts.read });
  const body = () => {
    if (id && error) {
      return (
        <ErrorState
          title={t('userImport.gone')}
          text={errorText(error)}
          onRetry={() => void refetch()}
          action={<Button onClick={() => address.go(1, { id: null })}>{t('userImport.startAnew')}</Button>}
        />
      );
    }
    if (id && !whole) return <ListSkeleton />;
    if (!id || !whole || step === 1) return <UploadStep whole={id ? (whole ?? null) : null} address={address} />;
    if (step === 2) return <MapStep key={`${whole.id} ${whole.headerRow}`} whole={whole} address={address} />;
    return step === 3 ? <ReviewStep whole={whole} address={address} /> : <RunStep whole={whole} address={address} />;
  };
  return (
    <div className="page user-import">
      <PageHeader title={t('userImport.title')} text={text} actions={<Button onClick={address.leave}>{t('ui.close')}</Button>} />
      <StepBar current={step} open={open} onStep={(to) => address.go(to)} />
      {body()}
    </div>
  );
}
