export * from '@balloon/worker/waiting.ts';
