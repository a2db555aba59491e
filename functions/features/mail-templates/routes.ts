import { listAllTemplates } from './list-templates.ts';
import { previewDraft } from './preview-template.ts';
import { readOneTemplate } from './read-template.ts';
import { resetOneTemplate } from './reset-template.ts';
import { saveOneTemplate } from './save-template.ts';
import { testDraft } from './test-template.ts';

export const routes = [listAllTemplates, readOneTemplate, saveOneTemplate, resetOneTemplate, previewDraft, testDraft];
