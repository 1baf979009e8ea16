"""Words beside names in Latin letters: what shows that a capitalised pair is a place, a firm or a heading."""

from __future__ import annotations

from tnotes.checks.words.listed import listed

# After a name: a place, house or thing called by it, so nobody is meant.
CALLED = listed(
    "& academy ag airport algorithm and-sons arena associates ave avenue award bank beach blvd boulevard brand "
    "bridge bros brothers building campus canal center centre church city clinic co code coefficient collection "
    "college company constant corp county court cup curve dam day department dept disease distribution district "
    "division drive edition elementary equation filter forest format foundation gmbh group hall high hills "
    "hospital hotel house inc index institute island lake lane law layout library llc ltd mall market medal "
    "method middle model mountain museum number office park partners peak plaza plc primary prize process rd "
    "region river road scale school schools score series sort square stadium station store stores street syndrome "
    "team terrace test theater theatre theorem tower transform tree trophy type unit university valley "
)
# Before a name: the same.
PLACES = listed(
    "camp cape east el fort ft king lake las los lower mount mt mt. new north old point port prince princess "
    "queen rio rue saint san santa south st st. upper via west "
)
# Capitalised words that stand in headings, products and firms, never a family name.
NOUNS = listed(
    "a account accountant accounting accounts action active activity address admin administrator adobe ads "
    "advanced africa agent airbnb airflow all also alter amazon america american amount amplitude an analysis "
    "analytics and any apache api apple application april architect are area artificial as asia asian asset "
    "assistant associate associated assurance at atlantic audit auditor august australia automatic average aws "
    "azure balance bank base based basic batch be been begin beginning bi big bigquery bill billing black block "
    "blue board bonus book bottom boxing brand braze brazil british budget bureau business by calculated calendar "
    "call campaign can canada canadian capital captain card care case cash cashier catalog category cell center "
    "central change channel charge charges check chief china chinese christmas chuseok city class clerk client "
    "clinic close closed closing cloud club cluster code codes column combined comment commerce commercial "
    "commission company completion compliance composite computed console consultant contact contains content "
    "contract contractor control conversion coordinator corporate corresponds cost count country county create "
    "credit currency customer customers cyber cycle daily dashboard data database databricks date dates day days "
    "dbt deal debit debug december deep default defines delete delivery denotes department deposit derived "
    "describes description designer desk detail details determines developer development deviation device dhl "
    "different digital direct director discount district division doctor document domain download driver drop "
    "duration dynamics each earth easter eastern ebay elastic email end ending energy engineer engineering "
    "english enterprise entry error europe european eve even event events every excel exchange executive expense "
    "export express external facebook factor false fatal february federal fedex fee few field fifth file filter "
    "filtered final finance finish firewall first fivetran flag flow for foreign form format forum fourth "
    "framework france free freight french friday from full function fund gateway general german germany github "
    "gitlab global gold google grand green gross group grouped growth hadoop halloween has hash have he head "
    "health help her high his history hive holds holiday home hour house how hub hubspot human id identifier "
    "identifies if import in inactive includes income independence index india indian indicates indicator "
    "industrial industry info information initial insert instagram instance insurance integer intelligence "
    "interest intern internal international inventory invoice is issue it italy item items its january japan "
    "japanese jira job joined journal july june junior just kafka key kind king kingdom korea korean label labor "
    "lake language last lawyer lead learning ledger left legal length less letter level library limit line link "
    "linked linkedin list lite loan local location log logistics looker loss low lower lunar machine mail "
    "mailchimp main manager manual many map march margin market marketing marketo mart mastercard material max "
    "maximum may me mean means measure media median member memorial merchant merged message meta method metric "
    "mexican mexico microsoft min minimum mixpanel mobile mode model monday money mongo month monthly more most "
    "must my mysql name names national natural net netflix netsuite network neural new no node none northern not "
    "note notebook notes november null number nurse object october of offer office officer old on online only "
    "open opening operation operations option or oracle order orders organization origin other our outcome owner "
    "pacific package page parent partition partner party payment payments paypal payroll period person phone "
    "physical pilot pipeline plan platform please plus point points policy pool portal position post postgres "
    "power premium president presto previous price primary priority private pro procedure process procurement "
    "product production products profile profit program project promotion property provider proxy public purchase "
    "quality quantity quarter queen queue quickbooks range rank ranked rate ratio reason receipt record records "
    "red redshift reference refers region regional register registration related relation rep report reports "
    "represents reps request research researcher resource resources response result retail return returns revenue "
    "review right risk role room route router row rule run russian saint sale sales salesforce same sap saturday "
    "savings scale schedule schema school scientist score search season second secondary section sector security "
    "see segment select sendgrid senior sensor seollal september sequence series server service services session "
    "set settlement shares she shift ship shipment shipping shop shopify should shows signal silver site size "
    "slack smart snapshot snowflake so some sorted source southern space spain spanish spark special specialist "
    "specifies spend stage standard start state statement states station statistics status step still stock stop "
    "storage store stores stream street string stripe studio sub subject subscription subtotal such suite sum "
    "summary sunday supplier supply support surrogate survey switch system table tableau tag target task tax "
    "teacher team technical template term terms tertiary test text than thanksgiving that the their them then "
    "these they third this those thursday ticket tier tiktok time title to token too toolkit top total track "
    "trade traffic trainee transaction transactions transfer transport trial trigger true tuesday twilio twitter "
    "type uber unique unit united units unknown update upper ups us usage use used user users using usps utility "
    "valentine valentines value values variable variance vendor version very veterans vice view virtual visa "
    "visit visits volume wallet walmart warehouse warning was we web website wednesday week weekly weight western "
    "what when where which white who whom whose why width will window with work workday workspace xero year "
    "yearly years yes you your youtube zendesk zip zone "
)
# Houses, brands and places called by a whole name.
BRANDS = listed(
    "harry potter|peter pan|robin hood|santa claus|allen bradley|arthur andersen|aston martin|aunt jemima|"
    "austin martin|betty crocker|billie jean|"
    "black decker|calvin klein|carl zeiss|charles schwab|charlotte amalie|chris craft|eddie bauer|edward jones|"
    "elizabeth arden|erin condren|ernst young|franklin covey|grant thornton|hugo boss|jack daniel|jenny craig|"
    "jim beam|jimmy choo|john deere|john hancock|johnnie walker|jordan almond|julian day|kate spade|"
    "kenneth cole|levi strauss|louis vuitton|marc jacobs|martin luther|mary kay|michael kors|monte carlo|"
    "morgan stanley|oscar mayer|pierre cardin|ralph lauren|raymond james|robert bosch|robert half|"
    "roger federer open|rosetta stone|santa clara|sara lee|stella artois|thomas cook|tom ford|tommy hilfiger|"
    "victoria falls|virginia beach",
    "|",
)
