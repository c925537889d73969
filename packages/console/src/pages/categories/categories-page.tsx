/** What calls are analysed for: the list of categories, and the configuration of each. */
import type { Category } from "@call-analysis/sdk";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { useConnection } from "../../connection/connection.ts";
import { categoriesQuery, categoryQuery } from "../../data/queries.ts";
import { buttonClasses } from "../../ui/button.tsx";
import { DataTable, type TableColumn } from "../../ui/data-table.tsx";
import { FoldedText } from "../../ui/folded-text.tsx";
import { dateText, dateTimeText } from "../../ui/format.ts";
import { CopyButton, EmptyState, Page } from "../../ui/page.tsx";
import { Loaded } from "../../ui/query-states.tsx";
import { Configuration } from "./configuration.tsx";

const route = getRouteApi("/categories/$categoryId");

const columns: readonly TableColumn<Category>[] = [
  {
    id: "name",
    header: "Name",
    className: "w-full max-w-0 min-w-40",
    cell: ({ id, name, description }) => (
      <>
        <FoldedText className="font-medium">
          <Link
            to="/categories/$categoryId"
            params={{ categoryId: id }}
            data-row-link
            className="rounded hover:text-accent"
          >
            {name}
          </Link>
        </FoldedText>
        <FoldedText className="text-xs text-muted">{description}</FoldedText>
        <code className="font-mono text-xs wrap-anywhere text-muted lg:hidden">{id}</code>
      </>
    ),
  },
  {
    id: "id",
    header: "Id",
    className: "hidden lg:table-cell whitespace-nowrap",
    cell: ({ id }) => <code className="font-mono text-xs text-muted">{id}</code>,
  },
  {
    id: "updated",
    header: "Changed",
    className: "hidden sm:table-cell whitespace-nowrap text-muted",
    cell: ({ updatedAt }) => (
      <time dateTime={updatedAt} title={dateTimeText(updatedAt)}>
        {dateText(updatedAt)}
      </time>
    ),
  },
];

/** All categories. */
export function CategoriesPage() {
  const connection = useConnection();
  return (
    <Page title="Categories" description="What calls are analysed for. The service has no operation to change them.">
      <Loaded query={useQuery(categoriesQuery(connection))}>
        {(categories) =>
          categories.length === 0 ? (
            <EmptyState
              title="No categories yet"
              {...(connection.kind === "fake" && { command: "npx call-analysis-mock --scenario demo" })}
            >
              The service has no operation to create a category. The scenario “demo” has some.
            </EmptyState>
          ) : (
            <DataTable label="Categories" rows={categories} columns={columns} rowId={({ id }) => id} rowHeightPx={52} />
          )
        }
      </Loaded>
    </Page>
  );
}

/** One category with its whole configuration. */
export function CategoryPage() {
  const { categoryId } = route.useParams();
  const category = useQuery(categoryQuery(useConnection(), categoryId));
  const { name, description } = category.data ?? {};
  return (
    <Page
      title={name ?? "Category"}
      description={
        <>
          {description && <p className="break-words">{description}</p>}
          <p className="flex items-center gap-0.5">
            <code className="font-mono text-xs break-all">{categoryId}</code>
            <CopyButton text={categoryId} label="Copy the category's id" />
          </p>
        </>
      }
      actions={
        <Link to="/calls" search={{ category: categoryId }} className={buttonClasses()}>
          Calls of this category
        </Link>
      }
    >
      <Loaded query={category} lines={10}>
        {(loaded) => <Configuration category={loaded} />}
      </Loaded>
    </Page>
  );
}
