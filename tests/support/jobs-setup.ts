import type { TestProject } from 'vitest/node';
import { setUpWorlds } from './api-setup.ts';
import { workersFor } from './workers-for.ts';

/** A tick is for every tenant, so each worker has a database and stand-ins of its own. */
export default async (project: TestProject): Promise<() => Promise<void>> => setUpWorlds(project, await workersFor(project));
