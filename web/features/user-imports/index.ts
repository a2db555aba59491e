export { UserImportWizard } from './UserImportWizard.tsx';
