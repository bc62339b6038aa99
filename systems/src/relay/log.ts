export * from '@balloon/worker/log.ts';
